/**
 * Hostile wallets. Whatever such a wallet answers, the session stays valid, the page gets no
 * unhandled rejection, and other wallets can connect.
 */
import { formatNetworkId, isNetworkId } from '@latchkey/protocol/caip'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { linkOf } from '../../../session/links.ts'
import { connectionsOf, disconnected } from '../../../core/accounts/session.ts'
import { reasonOf, startTestKit, startTestWallet } from '../../../session/startTestKit.ts'
import { announceWallet } from '../../../testing/announceWallet.ts'
import { startTestPage } from '../startTestPage.ts'
import { toWalletError } from '../../../core/requests/walletError.lazy.ts'
import { contextOf } from '../../../core/kit/context.ts'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let page: EventTarget
let unhandled: unknown[]
beforeEach(() => {
  page = startTestPage()
  unhandled = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
})

const fail = (): never => {
  throw new Error('hostile')
}
/** An object that throws on every use. */
const hostileObject = () =>
  new Proxy(
    {},
    { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail, getOwnPropertyDescriptor: fail },
  )
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable<unknown[]>([], {})
  revoke()
  return proxy
}

/** A list that throws when it is read. */
const trap = () =>
  new Proxy([account], { get: (_, name) => (name === 'then' ? undefined : fail()) })
const thenable: object = Object.defineProperty({}, `th${'en'}`, { value: fail })
const secret = 'made by the test'

type Answer = (method: string) => unknown
type Listen = (event: string, listener: (data: unknown) => void) => unknown
const honest: Readonly<Record<string, unknown>> = {
  wallet_requestPermissions: [{}],
  eth_accounts: [account],
  eth_requestAccounts: [account],
  eth_chainId: '0x7a69',
}
const answers: Answer = (method) => honest[method] ?? null

/** Creates a wallet with these parts, and the function that emits the wallet's events. */
function createWallet({
  answer = answers,
  on,
  removeListener,
}: {
  answer?: Answer
  on?: Listen
  removeListener?: Listen
} = {}) {
  const listeners = new Map<string, Set<(data: unknown) => void>>()
  const provider = {
    request: ({ method }: { method: string }) => answer(method),
    on:
      on ??
      ((event: string, listener: (data: unknown) => void) =>
        void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))),
    removeListener:
      removeListener ??
      ((event: string, listener: (data: unknown) => void) =>
        void listeners.get(event)?.delete(listener)),
  }
  const emit = (event: string, data?: unknown) =>
    [...(listeners.get(event) ?? [])].forEach((listener) => listener(data))
  return { provider, emit, listeners }
}

const announce = (provider: unknown, rdns = 'hostile') =>
  onTestFinished(
    announceWallet({ info: { uuid: '1', name: rdns, icon: '', rdns }, provider }, page),
  )
const settle = async () => {
  for (let hop = 0; hop < 4; hop++) await new Promise((resolve) => setTimeout(resolve))
}

type Started = ReturnType<typeof startTestKit>
const connections = ({ session }: Started) => connectionsOf(session() ?? disconnected)
const ids = (started: Started) => connections(started).map(({ connectorId }) => connectorId)

function expectValid(started: Started): void {
  for (const { accounts, networkId, connectorId } of connections(started)) {
    expect(isNetworkId(networkId)).toBe(true)
    expect(accounts.length).toBeGreaterThan(0)
    expect(accounts).toEqual(accounts.map(({ address }) => ({ address: getAddress(address) })))
    expect(linkOf(started.kit, 'eip155', connectorId)).toBeDefined()
  }
  // every link belongs to a session
  expect([...contextOf(started.kit).links.all.keys()].toSorted()).toEqual(
    ids(started)
      .map((id) => `eip155 ${id}`)
      .toSorted(),
  )
}

/** Expects that an honest wallet can connect, and that there was no unhandled rejection. */
async function expectUnhurt(started: Started): Promise<void> {
  const wallet = startTestWallet({ rdns: 'org.example.honest', name: 'Honest' })
  await started.kit.connect({ connectorId: wallet.info.rdns })
  await settle()
  expect(ids(started)).toContain('org.example.honest')
  expectValid(started)
  expect(unhandled).toEqual([])
}

const payload = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    [],
    [null],
    [1],
    'text',
    '0x',
    '0x1',
    '0x7a6a',
    '31338',
    0,
    -5,
    1e30,
    NaN,
    {},
    { code: 1013 },
    { code: 4900 },
    [account],
    [account.toLowerCase()],
    [other, account, other],
    [other, null, {}],
  ),
  fc.anything(),
  fc.constantFrom('mine', 'revoked', 'trap').map((name) => ({ [secret]: name })),
)
/**
 * Makes hostile values from names. The test generates only the names, because fast-check prints
 * generated values, and printing a hostile value throws.
 */
const makers: Readonly<Record<string, () => unknown>> = { mine: hostileObject, revoked, trap }
const make = (data: unknown) =>
  typeof data === 'object' && data !== null && Object.hasOwn(data, secret)
    ? makers[String(Reflect.get(data, secret))]?.()
    : data
const event = fc.constantFrom('accountsChanged', 'chainChanged', 'connect', 'disconnect', 'message')

test('with any events from the wallet, in any order, the session stays valid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(event, payload), { maxLength: 12 }), async (events) => {
      const { provider, emit } = createWallet()
      const stopAnnouncing = announceWallet(
        { info: { uuid: '1', name: 'Hostile', icon: '', rdns: 'hostile' }, provider },
        page,
      )
      const started = startTestKit()
      try {
        await started.kit.connect({ connectorId: 'hostile' })
        for (const [name, data] of events) {
          expect(() => emit(name, make(data)), name).not.toThrow()
          expectValid(started)
        }
        await settle()
        expectValid(started)
        expect(unhandled).toEqual([])
      } finally {
        stopAnnouncing()
        started.stop()
      }
    }),
    { numRuns: 60, seed: 6963 },
  )
}, 60_000)

test('after a disconnect with 1013, any answer of the wallet ends the connection without an error', async () => {
  for (const [index, answer] of [hostileObject(), revoked(), trap(), thenable, fail].entries()) {
    let isConnected = false
    const { provider, emit } = createWallet({
      answer: (method) =>
        isConnected && method === 'eth_accounts'
          ? typeof answer === 'function'
            ? answer()
            : answer
          : answers(method),
    })
    const rdns = `hostile${index}`
    announce(provider, rdns)
    const started = startTestKit()
    await started.kit.connect({ connectorId: rdns })
    isConnected = true
    emit('disconnect', { code: 1013 })
    await settle()
    expect(ids(started)).toEqual([])
    expectValid(started)
  }
  expect(unhandled).toEqual([])
})

const listening: readonly (readonly [string, Listen | undefined | null])[] = [
  ['throws', fail],
  ['rejects', async () => fail()],
  ['is not a function', null],
  ['calls the listener at once with undefined', (_, listener) => listener(undefined)],
  [
    'calls the listener at once with an object that throws',
    (_, listener) => listener(hostileObject()),
  ],
]
test.each(listening)(
  'the kit connects and disconnects a wallet whose `on` and `removeListener` %s',
  async (_, listen) => {
    const wallet = createWallet(listen ? { on: listen, removeListener: listen } : {})
    announce(listen === null ? { ...wallet.provider, on: 1, removeListener: 1 } : wallet.provider)
    const started = startTestKit()
    await started.kit.connect({ connectorId: 'hostile' })
    expect(ids(started)).toEqual(['hostile'])
    await started.kit.disconnect()
    await expectUnhurt(started)
  },
)

const never = new Promise<never>(() => {})
const requests: readonly (readonly [string, Answer])[] = [
  ['throws', fail],
  [
    'throws an object that throws when it is read',
    () => {
      throw hostileObject()
    },
  ],
  [
    'rejects with an object that throws when it is read',
    async () => {
      throw hostileObject()
    },
  ],
  ['returns a promise of its own that throws', () => thenable],
  ['answers undefined', () => undefined],
  ['answers an object that throws when it is read', () => hostileObject()],
  ['answers a list that throws when it is read', () => trap()],
  [
    'has accounts and no chain',
    (method) => (method === 'eth_chainId' ? 'mainnet' : answers(method)),
  ],
]
test.each(requests)(
  'a wallet whose request %s is not connected, and the call fails with a KitError',
  async (_, answer) => {
    announce(createWallet({ answer }).provider)
    const started = startTestKit()
    expect(await reasonOf(started.kit.connect({ connectorId: 'hostile' }))).toMatchObject({
      name: 'KitError',
    })
    expect(ids(started)).toEqual([])
    await expectUnhurt(started)
  },
)

test('a wallet that never answers does not block another wallet, and its approval after an abort is ignored', async () => {
  let yes: (answer: unknown) => void = () => {}
  const { provider } = createWallet({
    answer: (method) =>
      method === 'wallet_requestPermissions'
        ? new Promise((resolve) => (yes = resolve))
        : method === 'wallet_revokePermissions'
          ? never
          : answers(method),
  })
  announce(provider)
  const started = startTestKit()
  const controller = new AbortController()
  const reason = reasonOf(
    started.kit.connect({ connectorId: 'hostile', signal: controller.signal }),
  )
  await settle()
  await expectUnhurt(started)
  controller.abort()
  expect(await reason).toMatchObject({ code: 'requestAborted' })
  yes([{}])
  await settle()
  expect(ids(started)).toEqual(['org.example.honest'])
  expect(contextOf(started.kit).links.attempts.size).toBe(0)
})

test('a wallet that disconnects between its answers for the accounts and the chain is not connected', async () => {
  const { provider, emit } = createWallet({
    answer(method) {
      if (method === 'eth_chainId') emit('accountsChanged', [])
      return answers(method)
    },
  })
  announce(provider)
  const started = startTestKit()
  expect(await reasonOf(started.kit.connect({ connectorId: 'hostile' }))).toMatchObject({
    code: 'providerDisconnected',
  })
  expectValid(started)
  await expectUnhurt(started)
})

test('a wallet that disconnects while the kit switches its network is not connected', async () => {
  const { provider, emit, listeners } = createWallet({
    answer(method) {
      if (method !== 'wallet_switchEthereumChain') return answers(method)
      emit('accountsChanged', [])
      throw Object.assign(new Error('locked'), { code: 4100 })
    },
  })
  announce(provider)
  const started = startTestKit()
  expect(
    await reasonOf(
      started.kit.connect({ connectorId: 'hostile', networkId: formatNetworkId('eip155', 31338) }),
    ),
  ).toMatchObject({ code: 'providerDisconnected' })
  expectValid(started)
  expect(listeners.get('chainChanged')?.size ?? 0).toBe(0)
  await expectUnhurt(started)
})

test('a wallet with a frozen provider connects and disconnects', async () => {
  announce(Object.freeze(createWallet().provider))
  const started = startTestKit()
  await started.kit.connect({ connectorId: 'hostile' })
  expect(ids(started)).toEqual(['hostile'])
  await started.kit.disconnect()
  await expectUnhurt(started)
})

test('a wallet whose properties throw after its announcement fails to connect with a KitError', async () => {
  let isHostile = false
  const { provider } = createWallet()
  announce(
    new Proxy(provider, {
      get: (target, name) => (isHostile ? fail() : Reflect.get(target, name)),
      has: (target, name) => (isHostile ? fail() : Reflect.has(target, name)),
    }),
  )
  const started = startTestKit()
  isHostile = true
  expect(await reasonOf(started.kit.connect({ connectorId: 'hostile' }))).toMatchObject({
    name: 'KitError',
  })
  await expectUnhurt(started)
})

test('if one provider has two names, its disconnect ends both connections', async () => {
  const { provider, emit } = createWallet()
  announce(provider, 'hostile')
  announce(provider, 'hostile.too')
  const started = startTestKit()
  await Promise.all([
    started.kit.connect({ connectorId: 'hostile' }),
    started.kit.connect({ connectorId: 'hostile.too' }),
  ])
  expectValid(started)
  emit('accountsChanged', [])
  expect(ids(started)).toEqual([])
  await expectUnhurt(started)
})

test('an error object whose properties throw becomes a KitError', () => {
  for (const error of [
    hostileObject(),
    revoked(),
    new Proxy(new Error('x'), { get: fail }),
    new Proxy(new Error('x'), { getPrototypeOf: fail }),
  ])
    expect(toWalletError(error)).toMatchObject({ name: 'KitError', code: 'unknown' })
})

test('if the wallet shares more than a hundred accounts, the kit uses the first hundred', async () => {
  const many = Array.from(
    { length: 50_000 },
    (_, number) => `0x${(number + 1).toString(16).padStart(40, '0')}`,
  )
  const { provider, emit } = createWallet({
    answer: (method) =>
      method === 'eth_requestAccounts' || method === 'eth_accounts' ? many : answers(method),
  })
  announce(provider)
  const { kit, session } = startTestKit()
  const { addresses } = await kit.connect({ connectorId: 'hostile' })
  expect(addresses).toEqual(many.slice(0, 100).map((one) => getAddress(one)))
  emit('accountsChanged', many.toReversed())
  expect(connectionsOf(session() ?? disconnected)[0]?.accounts).toHaveLength(100)
})
