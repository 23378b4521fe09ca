// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import { drawScreen, pass, stubLayout } from '../testing/drawScreen.tsx'
import { GuardedButton } from './GuardedButton.tsx'
import { GuardedScreen } from './GuardedScreen.tsx'

const words = { title: 'Send', go: 'Go' }

test('a screen that changes disables its button at once, before React’s next render', async () => {
  stubLayout()
  const { button } = await drawScreen(
    <GuardedScreen title={words.title} onClose={() => {}}>
      <GuardedButton onPress={() => {}}>{words.go}</GuardedButton>
    </GuardedScreen>,
  )
  await pass()
  expect(button('Go').getAttribute('aria-disabled')).toBeNull()
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false) // React draws as on a real page
  // an observer's callback is not an event, so React does not render at once
  document.querySelector('.screen-inner')?.append('more')
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  expect(button('Go').getAttribute('aria-disabled')).toBe('true')
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  await act(async () => {})
})
