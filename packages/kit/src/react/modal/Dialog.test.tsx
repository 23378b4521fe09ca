// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { createKit } from '../../exports/index.ts'
import { KitProvider } from '../../exports/react.ts'
import { createFakeAdapter, memoryStorage } from '../../exports/testing.ts'
import { Dialog } from './Dialog.tsx'

/**
 * Renders an open dialog that is not modal. `closed` counts the calls of `onClose`; `draw` renders
 * the dialog again.
 */
async function open(first: Partial<Parameters<typeof Dialog>[0]> = {}) {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const kit = createKit({
    metadata: { name: 'My site', url: 'https://example.org' },
    networks: [mainnet],
    adapters: [createFakeAdapter()],
    storage: memoryStorage(),
  })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(() => root.unmount())
    place.remove()
  })
  let closed = 0
  const draw = (given: typeof first) =>
    act(() =>
      root.render(
        <KitProvider kit={kit}>
          <Dialog
            isOpen
            isModal={false}
            isCovered={false}
            isClosable
            onClose={() => (closed += 1)}
            toasts={null}
            {...given}
          >
            {null}
          </Dialog>
        </KitProvider>,
      ),
    )
  await draw(first)
  const dialog = document.querySelector('dialog')
  if (!dialog) throw new Error('There is no dialog')
  // jsdom has no top layer
  if (!first.isModal) Reflect.set(dialog, 'matches', () => false)
  return { dialog, draw, closed: () => closed }
}

test('Escape closes a dialog that is not modal, but not while an input method composes text', async () => {
  const { dialog, closed } = await open()
  const escape = (taken: KeyboardEventInit = {}) =>
    act(async () =>
      dialog.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...taken }),
      ),
    )
  await escape({ isComposing: true })
  await escape({ keyCode: 229 })
  expect(closed()).toBe(0)
  await escape()
  expect(closed()).toBe(1)
})

test.each([
  ['a press', 3, 1],
  ['a swipe', 60, 0],
] as const)(
  '%s beside the card that moves %i pixels closes the dialog %i times',
  async (_, distance, times) => {
    const { dialog, closed } = await open()
    const point = (type: string, clientY: number) =>
      act(async () =>
        dialog.dispatchEvent(
          Object.assign(new MouseEvent(type, { bubbles: true, clientX: 5, clientY }), {
            pointerId: 1,
          }),
        ),
      )
    await point('pointerdown', 80)
    await point('pointerup', 80 - distance)
    expect(closed()).toBe(times)
  },
)

test('a dialog under the wallet’s frame is not opened again, because it would lie over the frame', async () => {
  const calls: string[] = []
  const proto = HTMLDialogElement.prototype
  const before = Object.getOwnPropertyDescriptors(proto)
  Object.assign(proto, {
    showModal(this: HTMLElement) {
      calls.push('showModal')
      this.setAttribute('open', '')
    },
    close(this: HTMLElement) {
      calls.push('close')
      this.removeAttribute('open')
    },
    matches: () => calls.at(-1) === 'showModal', // jsdom has no top layer
  })
  onTestFinished(() => {
    for (const name of ['showModal', 'close', 'matches'] as const)
      Reflect.deleteProperty(proto, name)
    Object.defineProperties(proto, before)
  })
  const { draw } = await open({ isModal: true })
  expect(calls).toEqual(['showModal'])
  await draw({ isModal: true, isCovered: true })
  await draw({ isModal: false, isCovered: true })
  await draw({ isModal: true, isCovered: true })
  expect(calls).toEqual(['showModal'])
  await draw({ isModal: false, isCovered: true })
  await draw({ isModal: false, isCovered: false })
  expect(calls).toEqual(['showModal', 'close'])
  await draw({ isOpen: false, isModal: false, isCovered: true })
  expect(calls).toEqual(['showModal', 'close', 'close'])
  await draw({ isModal: true, isCovered: true })
  expect(calls).toEqual(['showModal', 'close', 'close'])
  await draw({ isModal: true, isCovered: false })
  expect(calls).toEqual(['showModal', 'close', 'close', 'close', 'showModal'])
})
