import { expect, test } from 'vitest'
import { isInputMethod } from './isInputMethod.ts'

test.each([
  ['a key of the page', { isComposing: false, keyCode: 27 }, false],
  ['a key of a composition', { isComposing: true, keyCode: 27 }, true],
  ['a key of a composition, as Chrome codes it', { isComposing: true, keyCode: 229 }, true],
  ['the key that ended one, in Safari', { isComposing: false, keyCode: 229 }, true],
] as const)('%s', (_, event, isTaken) => {
  expect(isInputMethod(event)).toBe(isTaken)
})
