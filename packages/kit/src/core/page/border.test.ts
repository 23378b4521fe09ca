// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'
import { holdBorder } from './border.ts'

/**
 * Makes a page with a shadow root that contains a field and a button. `follow` records the events
 * that reach the document before their target (`received`) and the shadow root (`inside`).
 */
function startPage() {
  const host = document.body.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'open' })
  const [field, button] = [document.createElement('input'), document.createElement('button')]
  root.append(field, button)
  const ending = new AbortController()
  const received: string[] = []
  const inside: string[] = []
  const follow = (type: string, onPage: (event: Event) => void = () => {}) => {
    document.addEventListener(
      type,
      (event) => {
        received.push(type)
        onPage(event)
      },
      { capture: true, signal: ending.signal },
    )
    root.addEventListener(type, () => inside.push(type))
  }
  onTestFinished(() => {
    ending.abort()
    host.remove()
    vi.useRealTimers()
  })
  return { host, field, button, received, inside, follow }
}

test('the page receives no keys, presses or focus events; the shadow root receives each once', () => {
  const { host, field, received, inside, follow } = startPage()
  for (const type of ['focusin', 'keydown', 'keyup', 'mousedown']) follow(type)
  const end = holdBorder(host)
  field.focus()
  for (const type of ['keydown', 'keyup'])
    field.dispatchEvent(
      new KeyboardEvent(type, { key: 'g', bubbles: true, composed: true, cancelable: true }),
    )
  field.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, composed: true }))
  expect(received).toEqual([])
  expect(inside).toEqual(['focusin', 'keydown', 'keyup', 'mousedown'])
  end()
  field.blur()
  field.focus()
  expect(received).toEqual(['focusin'])
})

test('a focus trap of the page cannot take the focus back', () => {
  const { host, field, follow } = startPage()
  const own = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => own.remove())
  follow('focus', ({ target }) => target !== own && own.focus())
  own.focus()
  onTestFinished(holdBorder(host))
  field.focus()
  expect(document.activeElement).toBe(host)
})

test('a click that a focus trap of the page stops is repeated once inside the shadow root', () => {
  vi.useFakeTimers()
  const { host, button, inside, follow } = startPage()
  follow('click', (event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  onTestFinished(holdBorder(host))
  button.click()
  expect(inside).toEqual([])
  vi.runAllTimers()
  expect(inside).toEqual(['click'])
})

test('a click that the page does not stop is received once inside the shadow root', () => {
  vi.useFakeTimers()
  const { host, button, inside, follow } = startPage()
  follow('click', (event) => event.preventDefault())
  onTestFinished(holdBorder(host))
  button.click()
  vi.runAllTimers()
  expect(inside).toEqual(['click'])
})
