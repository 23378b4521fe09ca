import { expect, test } from 'vitest'
import { isInputMethod } from './isInputMethod.ts'

test.each([
  [
    'a key that is not part of a composition is not the input method’s',
    { isComposing: false, keyCode: 27 },
    false,
  ],
  ['a key of a composition is the input method’s', { isComposing: true, keyCode: 27 }, true],
  [
    'a key of a composition with Chrome’s key code is the input method’s',
    { isComposing: true, keyCode: 229 },
    true,
  ],
  [
    'the key that ends a composition in Safari is the input method’s',
    { isComposing: false, keyCode: 229 },
    true,
  ],
] as const)('%s', (_, event, isTaken) => {
  expect(isInputMethod(event)).toBe(isTaken)
})
