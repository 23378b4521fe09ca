import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { accountOf } from '../core/kit/state.ts'
import { createFakeAdapter } from '../testing/fakeAdapter.ts'
import { deafChains, networkOf, reasonOf, startTestKit, startTestWallet } from './startTestKit.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeEach(() => void startTestPage())

/**
 * Makes a kit that is connected to the wallets `one` and `two`. The second wallet is on the second
 * network.
 */
async function startWithTwo() {
  const one = startTestWallet({ rdns: 'one' })
  const two = startTestWallet({ rdns: 'two', count: 2 })
  two.selectAccount(second)
  two.switchChain(31338)
  const started = startTestKit()
  await started.kit.connect({ connectorId: 'one' })
  await started.kit.connect({ connectorId: 'two' })
  return { ...started, one, two }
}

test('`switchConnection` makes another wallet current, with its account and network, without a request', async () => {
  const { kit, one, session } = await startWithTwo()
  one.setBehaviour('refuse')
  expect(await kit.switchConnection({ connectorId: 'one' })).toMatchObject({
    connectorId: 'one',
    address: first,
    networkId: 'eip155:31337',
  })
  expect(session()).toMatchObject({
    current: { connectorId: 'one' },
    others: [{ connectorId: 'two', networkId: 'eip155:31338' }],
  })
  expect(await kit.switchConnection({ connectorId: 'two' })).toMatchObject({
    address: second,
    networkId: 'eip155:31338',
  })
})

test('the current wallet is stored for the next visit', async () => {
  const { kit, storage, stop } = await startWithTwo()
  await kit.switchConnection({ connectorId: 'one' })
  stop()
  const next = startTestKit({ storage })
  next.clock.advance(50)
  await next.until(({ ready }) => ready)
  expect(next.session()).toMatchObject({
    current: { connectorId: 'one' },
    others: [{ connectorId: 'two' }],
  })
})

test.each(['three', ''])(
  'switching to the wallet %j, which is not connected, rejects with `providerDisconnected`',
  async (connectorId) => {
    const { kit, session } = await startWithTwo()
    const before = session()
    expect(await reasonOf(kit.switchConnection({ connectorId }))).toMatchObject({
      code: 'providerDisconnected',
    })
    expect(session()).toEqual(before)
  },
)

test('the current wallet stays current when another wallet disconnects by itself', async () => {
  const { kit, one, until, states } = await startWithTwo()
  startTestWallet({ rdns: 'three' })
  await kit.connect({ connectorId: 'three' })
  const from = states.length
  one.disconnect()
  const { sessions } = await until((state) => !JSON.stringify(state.sessions).includes('"one"'))
  expect(sessions.eip155).toMatchObject({
    current: { connectorId: 'three' },
    others: [{ connectorId: 'two' }],
  })
  expect(new Set(states.slice(from).map((state) => accountOf(state)?.connectorId))).toEqual(
    new Set(['three']),
  )
})

test('if the current wallet disconnects, the next one becomes current', async () => {
  const { two, until } = await startWithTwo()
  two.disconnect()
  expect(
    (await until((state) => accountOf(state)?.connectorId === 'one')).sessions.eip155,
  ).toMatchObject({ others: [] })
})

test('a wallet of another namespace becomes current with its namespace', async () => {
  const sun = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  const adapters = [
    createFakeAdapter({ connected: ['fox'], connectors: [{ id: 'fox', name: 'Fox' }] }),
    createFakeAdapter({
      namespace: 'solana',
      connected: ['sun'],
      connectors: [{ id: 'sun', name: 'Sun' }],
      accounts: [sun],
    }),
  ] as const
  const { kit } = startTestKit({
    adapters,
    networks: [
      networkOf(deafChains[0]),
      { ...networkOf(deafChains[1]), id: 'sol', namespace: 'solana' },
    ],
  })
  onTestFinished(kit.close)
  expect(await kit.switchConnection({ connectorId: 'sun' })).toMatchObject({
    namespace: 'solana',
    address: sun,
    networkId: 'solana:sol',
  })
  await kit.disconnect()
  expect(accountOf(kit.getState())).toMatchObject({ namespace: 'eip155', connectorId: 'fox' })
})

test('a wallet that selects its account itself is asked for no other one', async () => {
  const { kit } = await startWithTwo()
  const { address } = await kit.switchConnection({ connectorId: 'two' })
  expect(await kit.switchConnection({ connectorId: 'two', address })).toMatchObject({ address })
  expect(
    await reasonOf(kit.switchConnection({ connectorId: 'two', address: first })),
  ).toMatchObject({ code: 'methodNotSupported' })
})
