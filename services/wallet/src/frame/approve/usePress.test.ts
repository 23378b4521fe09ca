import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { usePress } from './usePress.ts'
import type { Press } from './usePress.ts'

/** The handlers of a button, and the count of its presses. */
function start(isPressable = true) {
  const state: { presses: number; press?: Press } = { presses: 0 }
  function Button() {
    state.press = usePress(isPressable, () => void (state.presses += 1))
    return null
  }
  renderToStaticMarkup(createElement(Button))
  const { press } = state
  if (!press) throw new Error('The button was not rendered')
  // only the fields that the handlers read
  const event = <type>(changes: object) => ({ isTrusted: true, detail: 1, ...changes }) as type
  return {
    state,
    down: (changes: object = {}) => press.onPointerDown(event(changes)),
    key: (key: string, changes: object = {}) =>
      press.onKeyDown(event({ key, repeat: false, ...changes })),
    click: (changes: object = {}) => press.onClick(event(changes)),
  }
}

test('a press that starts and ends on the button counts once', () => {
  const { state, down, click } = start()
  down()
  click()
  expect(state.presses).toBe(1)
  click()
  expect(state.presses).toBe(1)
})

test('Enter and Space press the button, but a key that was already held down does not', () => {
  for (const key of ['Enter', ' ']) {
    const own = start()
    own.key(key)
    own.click({ detail: 0 })
    expect(own.state.presses).toBe(1)
    const held = start()
    held.key(key, { repeat: true })
    held.click({ detail: 0 })
    expect(held.state.presses).toBe(0)
  }
  const other = start()
  other.key('a')
  other.click({ detail: 0 })
  expect(other.state.presses).toBe(0)
})

test('a click that did not start on the button is ignored, as the frame may have moved', () => {
  const { state, click } = start()
  click()
  click({ detail: 0 })
  expect(state.presses).toBe(0)
})

test('the second click of a double click is ignored', () => {
  const { state, down, click } = start()
  down()
  click({ detail: 2 })
  expect(state.presses).toBe(0)
})

test('events made by a script are ignored', () => {
  const { state, down, key, click } = start()
  down({ isTrusted: false })
  click()
  key('Enter', { isTrusted: false })
  click()
  down()
  click({ isTrusted: false })
  expect(state.presses).toBe(0)
})

test('a button that is not pressable ignores presses', () => {
  const { state, down, key, click } = start(false)
  down()
  click()
  key('Enter')
  click({ detail: 0 })
  expect(state.presses).toBe(0)
})
