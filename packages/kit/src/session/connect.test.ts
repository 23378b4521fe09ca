import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { evm } from '../chains/evm/evm.ts'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { systemClock } from '../core/page/clock.ts'
import type { Clock } from '../core/page/clock.ts'
import { memoryStorage } from '../core/storage/storage.ts'
import { createKit } from '../createKit.ts'
import { announceWallet } from '../testing/announceWallet.ts'
import { manualClock } from '../testing/manualClock.ts'
import { deafChains, networkOf, reasonOf, startTestKit, startTestWallet } from './startTestKit.ts'
import { contextOf } from '../core/kit/context.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const connectorId = 'app.latchkey.development'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

test('a wallet connects; the session is `connecting` until it approves', async () => {
  const wallet = startTestWallet({ behaviour: 'hang' })
  const { kit, session } = startTestKit()
  const connecting = kit.connect({ connectorId })
  const request = await wallet.waitForRequest()
  expect(session()).toEqual({ status: 'connecting', connectorId })
  request.approve()
  expect(await connecting).toEqual({
    accountId: `eip155:31337:${first}`,
    address: first,
    namespace: 'eip155',
    networkId: 'eip155:31337',
    connectorId,
    addresses: [first],
    allAccounts: [{ address: first }],
  })
  expect(session()).toEqual({
    status: 'connected',
    current: { connectorId, accounts: [{ address: first }], networkId: 'eip155:31337' },
    others: [],
  })
})

test('connecting on a network that the site does not have is rejected without a request', async () => {
  const wallet = startTestWallet({ behaviour: 'hang' })
  const { kit } = startTestKit()
  for (const networkId of ['eip155:999', '', 'EIP155:31337', 5, null])
    expect(
      await reasonOf(kit.connect({ connectorId, networkId: networkId as string })),
      String(networkId),
    ).toMatchObject({ code: 'networkNotFound' })
  expect(wallet.getState().pending).toEqual([])
})

test('a connection is stored for the next visit', async () => {
  startTestWallet()
  const { kit } = startTestKit()
  const { storage } = contextOf(kit)
  expect(storage.get('connection-status')).toBeUndefined()
  await kit.connect({ connectorId })
  expect(storage.get('connection-status')).toBe('connected')
  expect(storage.get('connected-namespaces')).toEqual(['eip155'])
  expect(storage.get('active-namespace')).toBe('eip155')
  expect(storage.get('recent-connector')).toBe(connectorId)
  expect(storage.get('recent-wallets')).toEqual([{ id: connectorId, name: 'Development wallet' }])
})

test('two recent wallets are stored, the newest first, each once', async () => {
  for (const rdns of ['a', 'b', 'c']) startTestWallet({ rdns, name: rdns.toUpperCase() })
  const { kit } = startTestKit()
  for (const connectorId of ['a', 'b', 'c', 'b']) await kit.connect({ connectorId })
  expect(contextOf(kit).storage.get('recent-wallets')).toEqual([
    { id: 'b', name: 'B' },
    { id: 'c', name: 'C' },
  ])
})

test.each([
  ['refuse', 'userRejected'],
  ['pending', 'resourceUnavailable'],
  ['disappear', 'providerDisconnected'],
] as const)(
  'with the wallet’s behaviour %s, connect rejects with %s and stores nothing',
  async (behaviour, code) => {
    const wallet = startTestWallet()
    const { kit, session } = startTestKit()
    wallet.setBehaviour(behaviour)
    expect(await reasonOf(kit.connect({ connectorId }))).toMatchObject({ name: 'KitError', code })
    expect(session()).toEqual({ status: 'disconnected' })
    expect(contextOf(kit).storage.get('recent-wallets')).toBeUndefined()
    wallet.setBehaviour('approve')
    expect(await kit.connect({ connectorId })).toMatchObject({ address: first })
  },
)

test('connect waits until a locked wallet is unlocked', async () => {
  const wallet = startTestWallet({ behaviour: 'locked' })
  const { kit } = startTestKit()
  const connecting = kit.connect({ connectorId })
  await wallet.waitForRequest()
  wallet.unlock()
  expect(await connecting).toMatchObject({ address: first })
})

test('connect rejects with `walletTimeout` after four minutes', async () => {
  const wallet = startTestWallet({ behaviour: 'hang' })
  const { kit, clock, session } = startTestKit()
  const reason = reasonOf(kit.connect({ connectorId }))
  await wallet.waitForRequest()
  clock.advance(240_000 - 1)
  expect(session()?.status).toBe('connecting')
  clock.advance(1)
  expect(await reason).toMatchObject({ code: 'walletTimeout' })
  expect(session()).toEqual({ status: 'disconnected' })
})

test('an approval after an abort is revoked, and the session is never `connected`', async () => {
  const wallet = startTestWallet({ behaviour: 'hang' })
  const { kit, states } = startTestKit()
  const controller = new AbortController()
  const reason = reasonOf(kit.connect({ connectorId, signal: controller.signal }))
  const request = await wallet.waitForRequest()
  controller.abort()
  expect(await reason).toMatchObject({ code: 'requestAborted' })
  const revoked = new Promise<void>((resolve) => {
    let wasPermitted = false
    onTestFinished(
      wallet.subscribe(() => {
        const isPermitted = wallet.getState().permitted.length > 0
        if (wasPermitted && !isPermitted) resolve()
        wasPermitted = isPermitted
      }),
    )
  })
  request.approve()
  await revoked
  expect(states.map(({ sessions }) => sessions.eip155?.status)).not.toContain('connected')
})

test('after an aborted and refused request the wallet can be connected', async () => {
  const wallet = startTestWallet({ behaviour: 'hang' })
  const { kit } = startTestKit()
  const controller = new AbortController()
  const reason = reasonOf(kit.connect({ connectorId, signal: controller.signal }))
  const request = await wallet.waitForRequest()
  controller.abort()
  await reason
  request.refuse()
  wallet.setBehaviour('approve')
  expect(await kit.connect({ connectorId })).toMatchObject({ address: first })
})

test('an abort at the moment of the connection does not end the connection', async () => {
  startTestWallet()
  const { kit } = startTestKit()
  const controller = new AbortController()
  kit.subscribe(({ sessions }) => sessions.eip155?.status === 'connected' && controller.abort())
  expect(await kit.connect({ connectorId, signal: controller.signal })).toMatchObject({
    address: first,
  })
  expect(kit.getState().sessions.eip155?.status).toBe('connected')
  expect(contextOf(kit).storage.get('recent-connector')).toBe(connectorId)
})

test('if a new connect finds the aborted request still open, the approval of that request connects the wallet', async () => {
  const wallet = startTestWallet({ behaviour: 'hang' })
  const { kit, until } = startTestKit()
  const controller = new AbortController()
  const reason = reasonOf(kit.connect({ connectorId, signal: controller.signal }))
  const request = await wallet.waitForRequest()
  controller.abort()
  await reason
  expect(await reasonOf(kit.connect({ connectorId }))).toMatchObject({
    code: 'resourceUnavailable',
  })
  request.approve()
  await until(({ sessions }) => sessions.eip155?.status === 'connected')
  expect(wallet.getState().permitted).toHaveLength(1)
})

test('an already aborted connect sends no request', async () => {
  const wallet = startTestWallet({ behaviour: 'hang' })
  const { kit, session } = startTestKit()
  expect(await reasonOf(kit.connect({ connectorId, signal: AbortSignal.abort() }))).toMatchObject({
    code: 'requestAborted',
  })
  expect(wallet.getState().pending).toEqual([])
  expect(session()).toEqual({ status: 'disconnected' })
})

test('an unknown connector rejects with `connectorNotFound` and its id', async () => {
  const { kit } = startTestKit()
  expect(await reasonOf(kit.connect({ connectorId: 'org.example.gone' }))).toMatchObject({
    code: 'connectorNotFound',
    message: 'No wallet with the id "org.example.gone" is installed',
  })
})

/** Makes a kit that is not started. `limits` records the time limits that it sets. */
function makeKit(clock: Clock) {
  const limits: number[] = []
  const noting: Clock = {
    ...clock,
    setTimeout: (callback, ms) => (limits.push(ms), clock.setTimeout(callback, ms)),
  }
  return {
    limits,
    kit: createKit({
      metadata: { name: 'Shop', url: 'https://shop.example.org' },
      networks: [networkOf(deafChains[0])],
      adapters: [evm()],
      storage: memoryStorage(),
      clock: noting,
    }),
  }
}

test('connect before the start of the kit waits for the wallet', async () => {
  startTestWallet()
  const { kit, limits } = makeKit(systemClock)
  const leaving = new AbortController()
  const [connecting, left] = [
    kit.connect({ connectorId }),
    reasonOf(kit.connect({ connectorId, signal: leaving.signal })),
  ]
  await expect.poll(() => limits).toEqual([3_000, 3_000])
  leaving.abort()
  expect(await left).toMatchObject({ code: 'requestAborted' })
  onTestFinished(kit.start())
  expect(await connecting).toMatchObject({ address: first, connectorId })
})

test('connect on a kit that is never started waits 3 s for the wallet', async () => {
  const clock = manualClock()
  const { kit, limits } = makeKit(clock)
  const reason = reasonOf(kit.connect({ connectorId }))
  await expect.poll(() => limits).toEqual([3_000])
  clock.advance(3_000)
  expect(await reason).toMatchObject({ code: 'connectorNotFound' })
})

test('connect sends no request to a connected wallet; a second wallet becomes the current one', async () => {
  const one = startTestWallet({ rdns: 'one' })
  startTestWallet({ rdns: 'two', count: 2 }).selectAccount(second)
  const { kit, session } = startTestKit()
  const account = await kit.connect({ connectorId: 'one' })
  one.setBehaviour('refuse')
  expect(await kit.connect({ connectorId: 'one' })).toEqual(account)
  expect(await kit.connect({ connectorId: 'two' })).toMatchObject({
    connectorId: 'two',
    address: second,
  })
  expect(session()).toMatchObject({
    current: { connectorId: 'two' },
    others: [{ connectorId: 'one' }],
  })
  expect(await kit.connect({ connectorId: 'one' })).toMatchObject({
    connectorId: 'one',
    address: first,
  })
  expect(session()).toMatchObject({
    current: { connectorId: 'one' },
    others: [{ connectorId: 'two' }],
  })
})

test('a wallet on another network gets a request to switch', async () => {
  const wallet = startTestWallet()
  const { kit } = startTestKit()
  const { networkId } = contextOf(kit).networks[1] ?? {}
  expect(await kit.connect({ connectorId, networkId })).toMatchObject({ networkId: 'eip155:31338' })
  expect(wallet.getState().chain.id).toBe(31338)
})

test('the session follows the wallet’s accounts, network and disconnect', async () => {
  const wallet = startTestWallet()
  const { kit, until } = startTestKit()
  await kit.connect({ connectorId })
  wallet.selectAccount([second, first])
  expect(
    (await until(({ sessions }) => JSON.stringify(sessions).includes(second))).sessions.eip155,
  ).toMatchObject({ current: { accounts: [{ address: second }, { address: first }] } })
  wallet.switchChain(31338)
  await until(({ sessions }) => JSON.stringify(sessions).includes('eip155:31338'))
  wallet.disconnect()
  await until(({ sessions }) => sessions.eip155?.status === 'disconnected')
})

test('a wallet that disappears is disconnected', async () => {
  const wallet = startTestWallet()
  const { kit, until } = startTestKit()
  await kit.connect({ connectorId })
  wallet.disappear()
  expect(
    (await until(({ sessions }) => sessions.eip155?.status !== 'connected')).sessions.eip155,
  ).toEqual({ status: 'disconnected' })
})

/** Announces a wallet with these answers. */
function announce(answers: Record<string, () => unknown>, rdns = 'org.example.strange'): void {
  const provider = {
    on() {},
    removeListener() {},
    request: async ({ method }: { method: string }) => answers[method]?.(),
  }
  onTestFinished(
    announceWallet({ info: { uuid: '1', name: 'Strange', icon: '', rdns }, provider }, page),
  )
}

test.each([
  ['no accounts', { eth_requestAccounts: () => [] }],
  ['invalid accounts', { eth_requestAccounts: () => ['0xab'] }],
  ['nothing', { eth_requestAccounts: () => undefined }],
  ['an invalid chain', { eth_chainId: () => 'mainnet' }],
  ['chain zero', { eth_chainId: () => '0x0' }],
] as [string, Record<string, () => unknown>][])(
  'a wallet that answers %s is not connected, and can be connected later',
  async (_, wrong) => {
    const right = {
      wallet_requestPermissions: () => [],
      eth_requestAccounts: () => [first],
      eth_accounts: () => [first],
      eth_chainId: () => '0x7a69',
    }
    const answers: Record<string, () => unknown> = { ...right, ...wrong }
    announce(answers)
    const { kit, session } = startTestKit()
    expect(await reasonOf(kit.connect({ connectorId: 'org.example.strange' }))).toMatchObject({
      name: 'KitError',
    })
    expect(session()).toEqual({ status: 'disconnected' })
    Object.assign(answers, right)
    expect(await kit.connect({ connectorId: 'org.example.strange' })).toMatchObject({
      address: first,
    })
  },
)

test('two kits on a page have separate connections', async () => {
  const wallet = startTestWallet()
  const [one, two] = [startTestKit(), startTestKit()]
  await one.kit.connect({ connectorId })
  expect(one.session()?.status).toBe('connected')
  expect(two.kit.getState().connectors).toHaveLength(1)
  expect(two.session()?.status ?? 'disconnected').toBe('disconnected')
  await two.kit.connect({ connectorId })
  wallet.selectAccount(second)
  await Promise.all(
    [one, two].map(({ until }) =>
      until(({ sessions }) => JSON.stringify(sessions).includes(second)),
    ),
  )
})

test('connect without a connector opens the modal and resolves with the account that the modal connects', async () => {
  startTestWallet()
  const { kit, until } = startTestKit()
  const connecting = kit.connect()
  await until(({ modal }) => modal.open)
  const account = await kit.connect({ connectorId })
  expect(await connecting).toEqual(account)
  kit.close()
  expect(await kit.connect()).toEqual(account)
  expect(kit.getState().modal.open).toBe(false)
})

test('closing the modal rejects with `connectionClosed`, an abort with `requestAborted`', async () => {
  const { kit, until } = startTestKit()
  const closed = reasonOf(kit.connect())
  await until(({ modal }) => modal.open)
  kit.close()
  expect(await closed).toMatchObject({ code: 'connectionClosed' })

  const controller = new AbortController()
  const aborted = reasonOf(kit.connect({ signal: controller.signal }))
  await until(({ modal }) => modal.open)
  controller.abort()
  expect(await aborted).toMatchObject({ code: 'requestAborted' })
  expect(kit.getState().modal.open).toBe(false)
})

test('an already aborted connect opens no modal', async () => {
  const { kit, states } = startTestKit()
  expect(await reasonOf(kit.connect({ signal: AbortSignal.abort() }))).toMatchObject({
    code: 'requestAborted',
  })
  expect(states.some(({ modal }) => modal.open)).toBe(false)
})
