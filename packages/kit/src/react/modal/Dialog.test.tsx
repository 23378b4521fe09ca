// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { createKit } from '../../exports/index.ts'
import { KitProvider } from '../../exports/react.ts'
import { createFakeAdapter, memoryStorage } from '../../exports/testing.ts'
import { Dialog } from './Dialog.tsx'

/** Draws a dialog, open and not modal. `closed` tells how often it was to close. */
async function open() {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const kit = createKit({ metadata: { name: 'My site', url: 'https://example.org' }, networks: [mainnet], adapters: [createFakeAdapter()], storage: memoryStorage() })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(() => root.unmount())
    place.remove()
  })
  let closed = 0
  await act(() => root.render(<KitProvider kit={kit}><Dialog isOpen isModal={false} isCovered={false} isClosable onClose={() => (closed += 1)} toasts={null}>{null}</Dialog></KitProvider>))
  const dialog = document.querySelector('dialog')
  if (!dialog) throw new Error('There is no dialog')
  // jsdom knows no top layer
  Reflect.set(dialog, 'matches', () => false)
  return { dialog, closed: () => closed }
}

test('Escape closes a dialog that is not modal; one that only ends a composition of an input method does not', async () => {
  const { dialog, closed } = await open()
  const escape = (taken: KeyboardEventInit = {}) => act(async () => dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...taken })))
  await escape({ isComposing: true })
  await escape({ keyCode: 229 })
  expect(closed()).toBe(0)
  await escape()
  expect(closed()).toBe(1)
})

test.each([['a press', 3, 1], ['a swipe', 60, 0]] as const)('%s beside the card closes it: %i pixels, %i times', async (_, distance, times) => {
  const { dialog, closed } = await open()
  const point = (type: string, clientY: number) => act(async () => dialog.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true, clientX: 5, clientY }), { pointerId: 1 })))
  await point('pointerdown', 80)
  await point('pointerup', 80 - distance)
  expect(closed()).toBe(times)
})
