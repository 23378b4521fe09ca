import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { evm } from '../../chains/evm/evm.ts'
import { createKit } from '../../createKit.ts'
import { manualClock } from '../../testing/manualClock.ts'
import { memoryStorage } from '../storage/storage.ts'
import { hideToast, showToast } from './toast.ts'

function start() {
  const clock = manualClock()
  const kit = createKit({
    metadata: { name: 'Shop', url: 'https://example.org' },
    networks: [mainnet],
    adapters: [evm()],
    storage: memoryStorage(),
    clock,
  })
  return { kit, clock, shown: () => kit.getState().toast }
}

test('a toast is shown at once and closes after 3 s', () => {
  const { kit, clock, shown } = start()
  showToast(kit, { message: 'disconnectFailed', variant: 'error' })
  expect(shown()).toMatchObject({ message: 'disconnectFailed', variant: 'error' })
  clock.advance(2_999)
  expect(shown()).toBeDefined()
  clock.advance(1)
  expect(shown()).toBeUndefined()
})

test('a toast has the variant `info` by default', () => {
  const { kit, shown } = start()
  showToast(kit, { message: { text: 'Copied' } })
  expect(shown()).toMatchObject({ message: { text: 'Copied' }, variant: 'info' })
})

test('a new toast closes the open one, and appears 150 ms later for 3 s', () => {
  const { kit, clock, shown } = start()
  showToast(kit, { message: { text: 'one' } })
  clock.advance(2_900)
  showToast(kit, { message: { text: 'two' } })
  expect(shown()).toBeUndefined()
  clock.advance(149)
  expect(shown()).toBeUndefined()
  clock.advance(1)
  expect(shown()).toMatchObject({ message: { text: 'two' } })
  clock.advance(2_999)
  expect(shown()).toMatchObject({ message: { text: 'two' } })
  clock.advance(1)
  expect(shown()).toBeUndefined()
})

test('a loading toast stays until the next toast', () => {
  const { kit, clock, shown } = start()
  showToast(kit, { message: 'authenticating', variant: 'loading' })
  clock.advance(600_000)
  expect(shown()).toMatchObject({ variant: 'loading' })
  showToast(kit, { message: { text: 'Done' }, variant: 'success' })
  clock.advance(150)
  expect(shown()).toMatchObject({ variant: 'success' })
})

test('`hideToast` closes only the toast with its id', () => {
  const { kit, clock, shown } = start()
  showToast(kit, { message: { text: 'one' }, variant: 'loading' })
  const first = shown()?.id ?? 0
  showToast(kit, { message: { text: 'two' } })
  clock.advance(150)
  hideToast(kit, first)
  expect(shown()).toMatchObject({ message: { text: 'two' } })
  hideToast(kit, shown()?.id ?? 0)
  expect(shown()).toBeUndefined()
})
