// @vitest-environment jsdom
import { act, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { fadeScreens } from './fadeScreens.ts'

const status = 'Ready'

/**
 * Draws a card with a screen that has a title, a status and a frame; without a name, a card without
 * a screen. `isWide`: the screen is in a pane of the card.
 */
async function start({ isWide = false } = {}) {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const fades: { element: Element; fade: EventTarget }[] = []
  // jsdom has no animations
  Object.assign(HTMLElement.prototype, {
    animate(this: Element) {
      const fade = new EventTarget()
      fades.push({ element: this, fade })
      return fade
    },
  })
  const card = document.body.appendChild(document.createElement('div'))
  const place = isWide ? card.appendChild(document.createElement('div')) : card
  if (isWide) place.className = 'pane'
  const root = createRoot(place)
  const stop = fadeScreens(card)
  onTestFinished(async () => {
    stop()
    await act(() => root.unmount())
    card.remove()
    Reflect.deleteProperty(HTMLElement.prototype, 'animate')
  })
  const show = (name: string | undefined) =>
    act(() =>
      root.render(
        <StrictMode>
          {name !== undefined && (
            <div className="screen" data-direction="forward" key={name}>
              <h2 id="title">{name}</h2>
              <p role="status">{status}</p>
              <iframe title={status} sandbox="" />
            </div>
          )}
        </StrictMode>,
      ),
    )
  const names = () => [...place.children].map((screen) => screen.querySelector('h2')?.textContent)
  const end = (at: number, type = 'finish') => fades[at]?.fade.dispatchEvent(new Event(type))
  await show('Account')
  return { card, show, names, fades, end, stop }
}

test('a screen that is left stays as a still picture until it has faded', async () => {
  const { card, show, names, fades, end } = await start()
  const [left] = card.children
  await show('Send')
  expect(names()).toEqual(['Send', 'Account'])
  expect(fades.map(({ element }) => element)).toEqual([left])
  expect(left?.outerHTML).toBe(
    '<div class="screen" aria-hidden="true" data-left=""><h2>Account</h2><p>Ready</p></div>',
  )
  await expect.poll(() => left).toHaveProperty('inert', true)
  expect(card.querySelector('#title')?.textContent).toBe('Send')
  end(0)
  expect(names()).toEqual(['Send'])
})

test('only the last screen fades, and each comes to an end', async () => {
  const { show, names, fades, end } = await start()
  await show('Send')
  await show('Receive')
  expect(names()).toEqual(['Receive', 'Send'])
  end(0, 'cancel')
  expect(names()).toEqual(['Receive', 'Send'])
  await show('Send')
  expect(names()).toEqual(['Send', 'Receive'])
  end(2, 'cancel')
  expect(names()).toEqual(['Send'])
  expect(fades).toHaveLength(3)
})

test('a screen without a next one, or after the end of the modal, is removed at once', async () => {
  const { show, names, fades, stop } = await start()
  await show(undefined)
  expect(names()).toEqual([])
  await show('Account')
  await show('Send')
  stop()
  expect(names()).toEqual(['Send'])
  await show('Receive')
  expect(names()).toEqual(['Receive'])
  expect(fades).toHaveLength(1)
})

test('in a wide modal, a screen fades in its own pane', async () => {
  const { card, show, names, end } = await start({ isWide: true })
  await show('Send')
  expect(card.children).toHaveLength(1)
  expect(names()).toEqual(['Send', 'Account'])
  end(0)
  expect(names()).toEqual(['Send'])
})
