import { expect, test } from 'vitest'
import type { KitEvent } from '../core/events.ts'
import { createFakeAdapter } from '../testing/fakeAdapter.ts'
import type { FakeAdapterOptions } from '../testing/fakeAdapter.ts'
import { reasonOf, startTestKit } from './startTestKit.ts'

function start(told?: FakeAdapterOptions) {
  const heard: KitEvent[] = []
  const adapter = createFakeAdapter(told)
  return { ...startTestKit({ adapters: [adapter], onEvent: (event) => heard.push(event) }), adapter, heard }
}

const chosen = { wallet: 'Example wallet', walletId: 'example' }

test('a site hears of a visit from the first wallet to the last', async () => {
  const { kit, heard } = start()
  await kit.connect({ connectorId: 'example' })
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  await kit.disconnect()
  expect(heard).toEqual([
    { name: 'walletSelected', ...chosen },
    { name: 'connectSuccess', ...chosen, method: 'browser', namespace: 'eip155', networkId: 'eip155:31337' },
    { name: 'networkSwitched', networkId: 'eip155:31338' },
    { name: 'disconnectSuccess', namespace: 'eip155' },
  ])
  expect(JSON.stringify(heard)).not.toMatch(/0x[0-9a-f]{8}/i)
})

test('it hears why something did not come about', async () => {
  const { kit, heard, adapter } = start({ connect: 'userRejected', switchNetwork: 'switchChain', disconnect: 'internal' })
  await reasonOf(kit.connect({ connectorId: 'example' }))
  adapter.setConnected(['example'])
  await reasonOf(kit.switchNetwork({ networkId: 'eip155:31338' }))
  await reasonOf(kit.disconnect())
  expect(heard).toEqual([
    { name: 'walletSelected', ...chosen },
    { name: 'connectFailed', ...chosen, reason: 'userRejected' },
    { name: 'networkSwitchFailed', networkId: 'eip155:31338', reason: 'switchChain' },
    { name: 'disconnectFailed', namespace: 'eip155' },
  ])
})

test('a phone that read a code is told from an extension, and by its own name', async () => {
  const { kit, heard } = start({ connectors: [{ id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' }] })
  await kit.connect({ connectorId: 'walletConnect', wallet: { id: 'me.rainbow', name: 'Rainbow' } })
  expect(heard.at(-1)).toMatchObject({ name: 'connectSuccess', method: 'qrcode', wallet: 'Rainbow', walletId: 'me.rainbow' })
})

test('the modal opens and closes, once each', async () => {
  const { kit, heard } = start()
  kit.context.busy.add('modal') // as a KitProvider does
  const flow = kit.open()
  await expect.poll(() => heard).toEqual([{ name: 'modalOpened', view: 'Connect', isConnected: false }])
  kit.close()
  await flow
  expect(heard.slice(1)).toEqual([{ name: 'modalClosed', isConnected: false }])
})
