import { expect, onTestFinished, test, vi } from 'vitest'
import type { KitEvent } from '../core/kit/events.ts'
import { createFakeAdapter } from '../testing/fakeAdapter.ts'
import type { FakeAdapterOptions } from '../testing/makeFakeAdapter.ts'
import { rememberWallet } from '../sources/phones/rememberWallet.ts'
import { reasonOf, startTestKit } from './startTestKit.ts'
import { contextOf } from '../core/kit/context.ts'

function start(options?: FakeAdapterOptions) {
  const events: KitEvent[] = []
  const adapter = createFakeAdapter(options)
  return {
    ...startTestKit({ adapters: [adapter], onEvent: (event) => events.push(event) }),
    adapter,
    events,
  }
}

const chosen = { wallet: 'Example wallet', walletId: 'example' }

test('connect, network switch and disconnect send events without addresses', async () => {
  const { kit, events } = start()
  await kit.connect({ connectorId: 'example' })
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  await kit.disconnect()
  expect(events).toEqual([
    { name: 'walletSelected', ...chosen },
    {
      name: 'connectSuccess',
      ...chosen,
      method: 'browser',
      namespace: 'eip155',
      networkId: 'eip155:31337',
    },
    { name: 'networkSwitched', networkId: 'eip155:31338' },
    { name: 'disconnectSuccess', namespace: 'eip155' },
  ])
  expect(JSON.stringify(events)).not.toMatch(/0x[0-9a-f]{8}/i)
})

test('a failed action sends an event with its reason', async () => {
  const { kit, events, adapter } = start({
    connect: 'userRejected',
    switchNetwork: 'switchChain',
    disconnect: 'internal',
  })
  await reasonOf(kit.connect({ connectorId: 'example' }))
  adapter.setConnected(['example'])
  await reasonOf(kit.switchNetwork({ networkId: 'eip155:31338' }))
  await reasonOf(kit.disconnect())
  expect(events).toEqual([
    { name: 'walletSelected', ...chosen },
    { name: 'connectFailed', ...chosen, reason: 'userRejected' },
    { name: 'networkSwitchFailed', networkId: 'eip155:31338', reason: 'switchChain' },
    { name: 'disconnectFailed', namespace: 'eip155' },
  ])
})

const phones = [{ id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' }] as const
const rainbow = { id: 'me.rainbow', name: 'Rainbow', mobile_link: 'rainbow://' }
const androidPhone = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
}

test.each([
  ['a code on a computer', 'qrcode', undefined, false],
  ['a code on a phone, read by another', 'qrcode', androidPhone, false],
  ['an app that was opened on this phone', 'mobile', androidPhone, true],
  ['an app’s link on a computer', 'qrcode', undefined, true],
] as const)(
  'the event of a phone has the wallet’s name and the method: %s',
  async (_, method, device, isOpened) => {
    if (device) vi.stubGlobal('navigator', device)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { kit, events } = start({
      connectors: phones,
      pairing: { uri: 'wc:ab@2', expiresAt: 300_000 },
    })
    const onPairing = () => isOpened && rememberWallet(kit, rainbow) // as the screen does on a tap
    await kit.connect({ connectorId: 'walletConnect', wallet: rainbow, onPairing })
    expect(events.at(-1)).toMatchObject({
      name: 'connectSuccess',
      method,
      wallet: 'Rainbow',
      walletId: 'me.rainbow',
    })
  },
)

test('a renewed code sends no further event', async () => {
  const { kit, events, adapter, states } = start({
    connectors: phones,
    pairing: { uri: 'wc:ab@2', expiresAt: 0 },
    connect: 'pairingExpired',
  })
  let shown = 0
  const onPairing = () => ++shown === 3 && adapter.set({ connect: 'approve' })
  await kit.connect({ connectorId: 'walletConnect', renew: true, onPairing })
  expect(events.map(({ name }) => name)).toEqual(['walletSelected', 'connectSuccess'])
  expect(new Set(states.map(({ sessions }) => sessions.eip155?.status))).toEqual(
    new Set([undefined, 'connecting', 'connected']),
  )
})

test.each(['userRejected', 'relayUnreachable'] as const)(
  'after the error %s, an expired code is not renewed',
  async (code) => {
    const { kit, events } = start({
      connectors: phones,
      pairing: { uri: 'wc:ab@2', expiresAt: 0 },
      connect: code,
    })
    expect(
      await reasonOf(kit.connect({ connectorId: 'walletConnect', renew: true })),
    ).toMatchObject({ code })
    expect(events.map(({ name }) => name)).toEqual(['walletSelected', 'connectFailed'])
  },
)

test('an aborted connect sends no failure event', async () => {
  const { kit, events } = start({ connect: 'hang' })
  const controller = new AbortController()
  const reason = reasonOf(kit.connect({ connectorId: 'example', signal: controller.signal }))
  await expect.poll(() => events.length).toBe(1)
  controller.abort()
  expect(await reason).toMatchObject({ code: 'requestAborted' })
  expect(events).toEqual([{ name: 'walletSelected', ...chosen }])
})

test('opening the modal and closing it send one event each', async () => {
  const { kit, events } = start()
  contextOf(kit).screens.setState({ status: 'coming' }, true) // as a KitProvider does
  const flow = kit.open()
  await expect
    .poll(() => events)
    .toEqual([{ name: 'modalOpened', view: 'Connect', isConnected: false }])
  kit.close()
  await flow
  expect(events.slice(1)).toEqual([{ name: 'modalClosed', isConnected: false }])
})
