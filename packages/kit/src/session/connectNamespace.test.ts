import { expect, onTestFinished, test } from 'vitest'
import { createKit } from '../createKit.ts'
import { accountOf } from '../core/kit/state.ts'
import { memoryStorage } from '../core/storage/storage.ts'
import { createFakeAdapter } from '../testing/fakeAdapter.ts'
import { manualClock } from '../testing/manualClock.ts'
import { deafChains, networkOf, reasonOf } from './startTestKit.ts'

const fox = { id: 'com.fox', name: 'Fox' }
const solana = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  namespace: 'solana',
  name: 'Solana',
  nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
} as const
const bread = '7oPa2PHQdZmjSPqvpZN7MQxnC7Dcf3uL4oLqknGLk2S3'

/** Makes a kit of two namespaces, with a wallet that supports both. */
function start() {
  const [first] = deafChains
  const adapters = [
    createFakeAdapter({ connectors: [fox] }),
    createFakeAdapter({ namespace: 'solana', connectors: [fox], accounts: [bread] }),
  ] as const
  const kit = createKit({
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    networks: [networkOf(first), solana],
    adapters,
    storage: memoryStorage(),
    clock: manualClock(),
  })
  onTestFinished(kit.start())
  return kit
}

test('a wallet with several namespaces connects only the requested one', async () => {
  const kit = start()
  expect(await kit.connect({ connectorId: fox.id, namespace: 'solana' })).toMatchObject({
    namespace: 'solana',
    address: bread,
  })
  expect(kit.getState().sessions.eip155?.status ?? 'disconnected').toBe('disconnected')
})

test('without a namespace, the wallet’s first namespace is connected', async () => {
  expect(await start().connect({ connectorId: fox.id })).toMatchObject({ namespace: 'eip155' })
})

test('a namespace that the wallet does not support rejects with `connectorNotFound`', async () => {
  expect(
    await reasonOf(start().connect({ connectorId: fox.id, namespace: 'bip122' })),
  ).toMatchObject({ code: 'connectorNotFound' })
})

/** Makes the kit of {@link start}, connected in both namespaces. The first one is in use. */
async function connectBoth() {
  const kit = start()
  for (const namespace of ['solana', 'eip155'] as const)
    await kit.connect({ connectorId: fox.id, namespace })
  const connected = () =>
    (['eip155', 'solana'] as const).filter(
      (namespace) => kit.getState().sessions[namespace]?.status === 'connected',
    )
  return { kit, connected }
}

test('`switchConnection` and `disconnect` act on the requested namespace of a wallet', async () => {
  const { kit, connected } = await connectBoth()
  expect(await kit.switchConnection({ connectorId: fox.id, namespace: 'solana' })).toMatchObject({
    namespace: 'solana',
    address: bread,
  })
  await kit.disconnect({ connectorId: fox.id, namespace: 'eip155' })
  expect(connected()).toEqual(['solana'])
  expect(
    await reasonOf(kit.switchConnection({ connectorId: fox.id, namespace: 'eip155' })),
  ).toMatchObject({ code: 'providerDisconnected' })
  expect(kit.getState().namespace).toBe('solana')
})

test('after a disconnect in the current namespace, the other namespace is current at once', async () => {
  const { kit } = await connectBoth()
  const seen: boolean[] = []
  kit.subscribe((state) => seen.push(accountOf(state) !== undefined))
  await kit.disconnect({ connectorId: fox.id, namespace: 'eip155' })
  expect(kit.getState().namespace).toBe('solana')
  expect(seen).not.toContain(false)
})

test('`disconnect` without a namespace disconnects the current namespace', async () => {
  const { kit, connected } = await connectBoth()
  await kit.disconnect({ connectorId: fox.id })
  expect(connected()).toEqual(['solana'])
})

test('connect with a namespace and no connector opens the modal unless that namespace is connected', async () => {
  const kit = start()
  const account = await kit.connect({ connectorId: fox.id, namespace: 'solana' })
  expect(await kit.connect({ namespace: 'solana' })).toEqual(account)
  const shown = () =>
    new Promise<void>((resolve) => {
      const stop = kit.subscribe(({ modal }) => {
        if (!modal.open) return
        stop()
        resolve()
      })
    })
  let isShown = shown()
  const connecting = kit.connect({ namespace: 'eip155' })
  await isShown
  await kit.connect({ connectorId: fox.id, namespace: 'eip155' })
  kit.close()
  expect(await connecting).toMatchObject({ namespace: 'eip155' })
  await kit.disconnect({ connectorId: fox.id, namespace: 'eip155' })
  isShown = shown()
  const closed = reasonOf(kit.connect({ namespace: 'eip155' }))
  await isShown
  kit.close()
  expect(await closed).toMatchObject({ code: 'connectionClosed' })
})

test('a connect view opened for a namespace ends with an account of that namespace', async () => {
  const kit = start()
  await kit.connect({ connectorId: fox.id, namespace: 'eip155' })
  const flow = kit.open({ view: 'Connect', namespace: 'solana' })
  expect(kit.getState().modal).toMatchObject({
    open: true,
    view: 'Connect',
    params: { namespace: 'solana' },
  })
  await kit.connect({ connectorId: fox.id, namespace: 'solana' })
  expect(await flow).toMatchObject({
    status: 'connected',
    account: { namespace: 'solana', address: bread },
  })
})

test('opening Connect for a namespace without a network rejects, and the modal stays closed', async () => {
  const kit = start()
  expect(await reasonOf(kit.open({ view: 'Connect', namespace: 'bip122' }))).toMatchObject({
    code: 'optionInvalid',
    message:
      'Option "namespace" is not that of a network of the site. Pass one of: eip155, solana.',
  })
  expect(kit.getState().modal.open).toBe(false)
})
