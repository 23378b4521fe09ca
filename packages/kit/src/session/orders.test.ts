import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { connectionsOf } from '../core/accounts/session.ts'
import { activeSession } from '../core/kit/state.ts'
import { evm } from '../chains/evm/evm.ts'
import { createDevelopmentWallet } from '../testing/developmentWallet.ts'
import { createFakeAdapter } from '../testing/fakeAdapter.ts'
import { reconnect } from './reconnect.ts'
import { readShared } from './sharedConnections.ts'
import { deafChains, networkOf, reasonOf, startTestKit } from './startTestKit.ts'
import { contextOf } from '../core/kit/context.ts'

beforeEach(() => void startTestPage())

const ids = ['one', 'two', 'three'] as const
type Id = (typeof ids)[number]

const solana = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  namespace: 'solana',
  name: 'Solana',
  nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
} as const
const bread = '7oPa2PHQdZmjSPqvpZN7MQxnC7Dcf3uL4oLqknGLk2S3'
const namespaces = ['eip155', 'solana'] as const

/** The connectors of the second namespace: a phone, and a wallet that supports both namespaces. */
const others = [
  { id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' },
  { id: 'one', name: 'one' },
] as const
const phone = { connectorId: 'walletConnect', namespace: 'solana' } as const

/**
 * Makes a kit on a page with three wallets, and a second namespace with a phone. The test runs
 * actions of the visitor, the site and the wallets in random orders.
 */
function startWorld() {
  const wallets = Object.fromEntries(
    ids.map((rdns) => [
      rdns,
      createDevelopmentWallet({ chains: deafChains, rdns, name: rdns, count: 3 }),
    ]),
  )
  const walletOf = (id: Id) => wallets[id] ?? fail()
  for (const id of ids) walletOf(id).announce()
  const adapter = createFakeAdapter({
    namespace: 'solana',
    connectors: others,
    accounts: [bread],
    pairing: { uri: 'wc:ab@2', expiresAt: 300_000 },
  })
  const [first, second] = deafChains
  const started = startTestKit({
    networks: [networkOf(first), networkOf(second), solana],
    adapters: [evm(), adapter],
  })
  return { ...started, walletOf, adapter, close: () => ids.forEach((id) => walletOf(id).close()) }
}

function fail(): never {
  throw new Error('There are three wallets')
}

type World = ReturnType<typeof startWorld>
/** The test needs no model, because it checks only that the state is consistent after each step. */
type Model = Record<string, never>

/**
 * Resolves when no promise and none of wagmi's timers of 0 ms is pending. Each may start another,
 * hence several rounds.
 */
const settle = async () => {
  for (let hop = 0; hop < 6; hop++) await new Promise((resolve) => setTimeout(resolve))
}

function expectWhole({ kit, walletOf }: World): void {
  const { sessions } = kit.getState()
  const connections = connectionsOf(activeSession({ sessions, namespace: 'eip155' }))
  expect(['disconnected', 'connecting', 'connected', 'reconnecting']).toContain(
    sessions.eip155?.status ?? 'disconnected',
  )
  expect(new Set(connections.map(({ connectorId }) => connectorId)).size).toBe(connections.length)
  for (const { connectorId, accounts, networkId } of connections) {
    // the cast is safe, because the test has no other wallets
    const { permitted, chain, behaviour } = walletOf(connectorId as Id).getState()
    if (behaviour === 'disappear') continue
    expect(
      accounts.map(({ address }) => address.toLowerCase()),
      `${connectorId} as it says`,
    ).toEqual(permitted)
    expect(networkId, `${connectorId} stands there`).toBe(`eip155:${chain.id}`)
  }
  const elsewhere = connectionsOf(activeSession({ sessions, namespace: 'solana' }))
  expect(new Set(elsewhere.map(({ connectorId }) => connectorId)).size).toBe(elsewhere.length)
  for (const { accounts, networkId } of elsewhere)
    expect([accounts, networkId]).toEqual([[{ address: bread }], `solana:${solana.id}`])
}

/**
 * The data that is stored for the next visit and the other tabs: the connected wallets, whether the
 * current wallet is among them, and the status.
 */
function storedBy({ kit }: World) {
  const stored = namespaces.map((namespace) => {
    const { connectors, current } = readShared(kit).sessions[namespace] ?? { connectors: [] }
    return {
      connectors: connectors.toSorted(),
      hasCurrent: current === undefined || connectors.includes(current),
    }
  })
  return {
    reports: stored,
    status: contextOf(kit).storage.get('connection-status') ?? 'disconnected',
  }
}

/** The ids of the connections of a namespace. */
const connectedIn = ({ kit }: World, namespace: (typeof namespaces)[number]) =>
  connectionsOf(activeSession({ sessions: kit.getState().sessions, namespace })).map(
    ({ connectorId }) => connectorId,
  )

/** Records the connections. The returned function expects that they are unchanged. */
function keepsConnections(world: World): () => void {
  const read = () => namespaces.map((namespace) => connectedIn(world, namespace))
  const before = read()
  return () => expect(read()).toEqual(before)
}

/** The kit's actual connections, in the same form, to compare them with the stored data. */
function truthOf(world: World) {
  const actual = namespaces.map((namespace) => ({
    connectors: connectedIn(world, namespace).toSorted(),
    hasCurrent: true,
  }))
  return {
    reports: actual,
    status: actual.some(({ connectors }) => connectors.length > 0) ? 'connected' : 'disconnected',
  }
}

/** One step of the test. */
function step(name: string, run: (world: World) => unknown) {
  return {
    check: () => true,
    async run(_: Model, world: World) {
      await run(world)
      await settle()
      expectWhole(world)
    },
    toString: () => name,
  }
}

const id = fc.constantFrom(...ids)
/** Waits for an action and ignores its result. An error must be a KitError. */
const done = async (promise: Promise<unknown>) => {
  const reason = await reasonOf(promise)
  if (reason !== 'fulfilled') expect(reason).toMatchObject({ name: 'KitError' })
}

const commands = fc.commands<Model, World, false>(
  [
    id.map((connectorId) =>
      step(`connect ${connectorId}`, ({ kit }) => done(kit.connect({ connectorId }))),
    ),
    id.map((connectorId) =>
      step(`connect ${connectorId}, which refuses`, async ({ kit, walletOf }) => {
        const wallet = walletOf(connectorId)
        if (wallet.getState().behaviour !== 'approve') return
        wallet.setBehaviour('refuse')
        await done(kit.connect({ connectorId }))
        wallet.setBehaviour('approve')
      }),
    ),
    id.map((connectorId) =>
      step(`connect ${connectorId}, go away, and it says yes`, async ({ kit, walletOf }) => {
        const wallet = walletOf(connectorId)
        if (wallet.getState().behaviour !== 'approve') return
        wallet.setBehaviour('hang')
        const controller = new AbortController()
        const reason = done(kit.connect({ connectorId, signal: controller.signal }))
        await settle()
        controller.abort()
        await reason
        wallet.setBehaviour('approve')
      }),
    ),
    fc
      .tuple(id, id)
      .map(([one, other]) =>
        step(`connect ${one} and ${other} at once`, ({ kit }) =>
          Promise.all([
            done(kit.connect({ connectorId: one })),
            done(kit.connect({ connectorId: other })),
          ]),
        ),
      ),
    id.map((connectorId) =>
      step(`use ${connectorId}`, ({ kit }) => done(kit.switchConnection({ connectorId }))),
    ),
    id.map((connectorId) =>
      step(`leave ${connectorId}`, ({ kit }) => done(kit.disconnect({ connectorId }))),
    ),
    id.map((connectorId) =>
      step(`leave ${connectorId} and connect it at once`, ({ kit }) =>
        Promise.all([done(kit.disconnect({ connectorId })), done(kit.connect({ connectorId }))]),
      ),
    ),
    fc.constant(step('leave', ({ kit }) => done(kit.disconnect()))),
    fc.constant(step('leave all', ({ kit }) => done(kit.disconnect({ all: true })))),
    fc.constant(
      step('look for the wallets of an earlier visit', ({ kit }) => done(reconnect(kit))),
    ),
    fc.tuple(id, fc.integer({ min: 0, max: 2 })).map(([one, at]) =>
      step(`${one}: another account`, ({ walletOf }) => {
        const account = walletOf(one).getState().accounts[at]
        if (account) walletOf(one).selectAccount(account.address)
      }),
    ),
    fc
      .tuple(id, fc.constantFrom(31337, 31338))
      .map(([one, chain]) =>
        step(`${one}: chain ${chain}`, ({ walletOf }) => walletOf(one).switchChain(chain)),
      ),
    id.map((connectorId) =>
      step(`${connectorId}: takes its permission back`, ({ walletOf }) =>
        walletOf(connectorId).disconnect(),
      ),
    ),
    id.map((name) => step(`${name}: goes away`, ({ walletOf }) => walletOf(name).disappear())),
    id.map((name) => step(`${name}: is there`, ({ walletOf }) => walletOf(name).unlock())),
    fc.constant(step('connect the phone', ({ kit }) => done(kit.connect(phone)))),
    fc.constantFrom('goes back', 'is refused').map((end) =>
      step(`look at a code: who ${end} changes nothing`, async (world) => {
        const { kit, adapter } = world
        const expectSame = keepsConnections(world)
        const controller = new AbortController()
        adapter.set({ connect: end === 'goes back' ? 'hang' : 'userRejected' })
        await done(
          kit.connect({
            ...phone,
            signal: controller.signal,
            onPairing: () => setTimeout(() => controller.abort()),
          }),
        )
        adapter.set({ connect: 'approve' })
        expectSame()
      }),
    ),
    fc
      .constantFrom('walletConnect', 'one')
      .map((connectorId) =>
        step(`elsewhere: connect ${connectorId}`, ({ kit }) =>
          done(kit.connect({ connectorId, namespace: 'solana' })),
        ),
      ),
    fc
      .constantFrom('walletConnect', 'one')
      .map((connectorId) =>
        step(`elsewhere: use ${connectorId}`, ({ kit }) =>
          done(kit.switchConnection({ connectorId, namespace: 'solana' })),
        ),
      ),
    fc
      .constantFrom('walletConnect', 'one')
      .map((connectorId) =>
        step(`elsewhere: leave ${connectorId}`, ({ kit }) =>
          done(kit.disconnect({ connectorId, namespace: 'solana' })),
        ),
      ),
    fc.constant(
      step('elsewhere: all leave by themselves', ({ adapter }) => adapter.setConnected([])),
    ),
    fc
      .constantFrom('eip155:31337', 'eip155:31338', `solana:${solana.id}`)
      .map((networkId) =>
        step(`go to ${networkId}`, ({ kit }) => done(kit.switchNetwork({ networkId }))),
      ),
  ],
  { maxCommands: 14 },
)

test('after any order of actions by visitor, site and wallets, the stored data match the state', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const world = startWorld()
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: world }), list)
        expect(storedBy(world)).toEqual(truthOf(world))
      } finally {
        world.close()
        world.stop()
      }
    }),
    { numRuns: 30 },
  )
}, 240_000)

test('an aborted connect rejects even if a wallet with the same id is connected in another namespace', async () => {
  const world = startWorld()
  onTestFinished(() => {
    world.close()
    world.stop()
  })
  const { kit, walletOf } = world
  await kit.connect({ connectorId: 'one', namespace: 'solana' })
  walletOf('one').setBehaviour('hang')
  const controller = new AbortController()
  const reason = reasonOf(
    kit.connect({ connectorId: 'one', namespace: 'eip155', signal: controller.signal }),
  )
  await settle()
  controller.abort()
  expect(await reason).toMatchObject({ code: 'requestAborted' })
  expect(storedBy(world)).toEqual(truthOf(world))
})
