// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import { drawScreen, stubLayout } from '../testing/drawScreen.tsx'
import { Screen } from './Screen.tsx'

const title = 'Address'

test('Escape closes a screen, but not while an input method composes text', async () => {
  stubLayout()
  let closed = 0
  await drawScreen(
    <Screen title={title} onClose={() => (closed += 1)}>
      {null}
    </Screen>,
  )
  const escape = (taken: KeyboardEventInit = {}) =>
    act(async () =>
      document.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...taken }),
      ),
    )
  await escape({ isComposing: true })
  await escape({ keyCode: 229 })
  expect(closed).toBe(0)
  await escape()
  expect(closed).toBe(1)
})
