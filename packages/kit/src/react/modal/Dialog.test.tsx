// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { createKit } from '../../exports/index.ts'
import { KitProvider } from '../../exports/react.ts'
import { createFakeAdapter, memoryStorage } from '../../exports/testing.ts'
import { Dialog } from './Dialog.tsx'

test('Escape closes a dialog that is not modal; one that only ends a composition of an input method does not', async () => {
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
  const escape = (taken: KeyboardEventInit = {}) => act(async () => dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...taken })))
  await escape({ isComposing: true })
  await escape({ keyCode: 229 })
  expect(closed).toBe(0)
  await escape()
  expect(closed).toBe(1)
})
