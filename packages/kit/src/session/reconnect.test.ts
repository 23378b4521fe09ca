import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { connectionsOf, disconnected } from '../core/accounts/session.ts'
import { announceKnown as announce, never, storageOfVisit as storageOf } from './startTestVisit.ts'
import { reconnect } from './reconnect.ts'
import { startTestKit, startTestWallet } from './startTestKit.ts'
import { contextOf } from '../core/kit/context.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeEach(() => {
  startTestPage()
})

test('the second visit restores the connection without a request to the visitor', async () => {
  const wallet = startTestWallet()
  const visit = startTestKit()
  const account = await visit.kit.connect({ connectorId: wallet.info.rdns })
  visit.stop()
  wallet.setBehaviour('hang')
  const { until, clock, states } = startTestKit({ storage: visit.storage })
  clock.advance(50)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    status: 'connected',
    current: { connectorId: account.connectorId, accounts: account.allAccounts },
  })
  expect(states.map(({ sessions }) => sessions.eip155?.status)).toContain('connecting')
  expect(wallet.getState().pending).toEqual([])
})

test('while a session is restored, it is never `disconnected`', async () => {
  const wallet = startTestWallet()
  const visit = startTestKit()
  await visit.kit.connect({ connectorId: wallet.info.rdns })
  visit.stop()
  const { until, clock, states, kit } = startTestKit({ storage: visit.storage })
  expect(kit.store.getInitialState().sessions).toEqual({}) // the state that a server renders
  clock.advance(50)
  await until(({ ready }) => ready)
  expect(new Set(states.map(({ sessions }) => sessions.eip155?.status))).toEqual(
    new Set(['connecting', 'connected']),
  )
})

test('no wallet gets a request if the earlier visit was not connected', async () => {
  const requests: string[] = []
  announce('a', { requests })
  const { until, clock } = startTestKit()
  clock.advance(50)
  await until(({ ready }) => ready)
  expect(requests).toEqual([])
})

test('`ready` is set after the search for earlier connections has ended', async () => {
  announce('a', { eth_accounts: never })
  const { kit, until, clock } = startTestKit({ storage: storageOf('a') })
  clock.advance(50)
  await clock.scheduled(10_000)
  expect(kit.getState().ready).toBe(false)
  clock.advance(10_000)
  expect((await until(({ ready }) => ready)).sessions.eip155).toEqual({ status: 'disconnected' })
})

test('the most recent wallet gets the first request and becomes current', async () => {
  const requests: string[] = []
  for (const rdns of ['a', 'b', 'c']) announce(rdns, { requests })
  const { until, clock, states } = startTestKit({ storage: storageOf('b') })
  clock.advance(50)
  const { sessions } = await until(({ ready }) => ready)
  expect([...new Set(requests.map((line) => line[0]))]).toEqual(['b', 'a', 'c'])
  expect(sessions.eip155).toMatchObject({
    status: 'connected',
    current: { connectorId: 'b' },
    others: [{ connectorId: 'a' }, { connectorId: 'c' }],
  })
  const current = states.flatMap(({ sessions: { eip155 } }) =>
    eip155 && 'current' in eip155 ? [eip155.current.connectorId] : [],
  )
  expect(new Set(current)).toEqual(new Set(['b']))
})

test('if the first wallet hangs, the others get requests after 250 ms; those that answer are connected', async () => {
  const requests: string[] = []
  for (const rdns of ['a', 'b']) announce(rdns, { requests, eth_accounts: never })
  for (const rdns of ['c', 'd']) announce(rdns, { requests })
  const { kit, until, clock, session } = startTestKit({ storage: storageOf('a') })
  clock.advance(50)
  await clock.scheduled(250)
  clock.advance(249)
  await vi.waitFor(() => expect(requests).toEqual(['a eth_accounts']))
  clock.advance(1)
  await until(({ sessions: { eip155 } }) => connectionsOf(eip155 ?? disconnected).length === 2)
  expect(session()).toMatchObject({ current: { connectorId: 'c' }, others: [{ connectorId: 'd' }] })
  expect(kit.getState().ready).toBe(false)
  clock.advance(10_000)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    status: 'connected',
    current: { connectorId: 'c' },
  })
})

/** Announces a wallet. The test decides when it answers. */
function announceSlow(rdns: string) {
  let answer = () => {}
  announce(rdns, {
    eth_chainId: () => new Promise((resolve) => (answer = () => resolve('0x7a69'))),
  })
  return () => answer()
}

/**
 * Starts a kit with two wallets. The most recent wallet of the earlier visit answers slowly; the
 * other one is connected already.
 */
async function startSlow() {
  const answer = announceSlow('a')
  announce('b')
  const started = startTestKit({ storage: storageOf('a') })
  started.clock.advance(50)
  await started.clock.scheduled(250)
  started.clock.advance(250)
  await started.until(
    ({ sessions: { eip155 } }) => connectionsOf(eip155 ?? disconnected).length === 1,
  )
  expect(started.session()).toMatchObject({ current: { connectorId: 'b' } })
  return { ...started, answer }
}

test('the wallet of the earlier visit becomes current when it answers, even if late', async () => {
  const { answer, until } = await startSlow()
  answer()
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    current: { connectorId: 'a' },
    others: [{ connectorId: 'b' }],
  })
})

test('a wallet that the visitor chooses during the search stays current', async () => {
  const { kit, answer, until } = await startSlow()
  announce('c')
  await kit.connect({ connectorId: 'c' })
  answer()
  const { sessions } = await until(({ ready }) => ready)
  expect(sessions.eip155).toMatchObject({ current: { connectorId: 'c' } })
  expect(
    connectionsOf(sessions.eip155 ?? disconnected).map(({ connectorId }) => connectorId),
  ).toEqual(expect.arrayContaining(['a', 'b']))
})

test('two ids of one slow provider give one connection', async () => {
  const answers: (() => void)[] = []
  const provider = {
    on() {},
    removeListener() {},
    request: ({ method }: { method: string }) =>
      new Promise((resolve) =>
        answers.push(() => resolve(method === 'eth_chainId' ? '0x7a69' : [first])),
      ),
  }
  for (const rdns of ['a', 'b']) announce(rdns, { provider })
  const { until, clock } = startTestKit({ storage: storageOf('a') })
  clock.advance(50)
  await clock.scheduled(250)
  clock.advance(250)
  await clock.scheduled(10_000, 2)
  const ready = until((state) => state.ready)
  const answering = setInterval(() => answers.splice(0).forEach((answer) => answer()))
  onTestFinished(() => clearInterval(answering))
  expect((await ready).sessions.eip155).toMatchObject({ current: { connectorId: 'a' }, others: [] })
})

test.each([2, 3, 5])('a provider with %i ids gets one request at a time', async (count) => {
  let [open, max] = [0, 0]
  const provider = {
    on() {},
    removeListener() {},
    async request({ method }: { method: string }) {
      max = Math.max(max, ++open)
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      open--
      return method === 'eth_chainId' ? '0x7a69' : [first]
    },
  }
  for (const rdns of ['a', 'b', 'c', 'd', 'e'].slice(0, count)) announce(rdns, { provider })
  const { until, clock } = startTestKit({ storage: storageOf('a') })
  clock.advance(50)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    current: { connectorId: 'a' },
    others: [],
  })
  expect(max).toBe(1)
})

/** Never answers the first request, and answers `result` to all later ones. */
function hangingOnce(result: unknown) {
  let count = 0
  let notify: () => void = () => {}
  const isRequested = new Promise<void>((resolve) => (notify = resolve))
  const answer = () => {
    notify()
    return count++ === 0 ? never() : result
  }
  return { answer, isRequested }
}

test('a wallet that hung once can be restored later', async () => {
  const { answer, isRequested } = hangingOnce([first])
  announce('a', { eth_accounts: answer })
  const { kit, until, clock, session } = startTestKit({ storage: storageOf('a') })
  clock.advance(50)
  await isRequested
  clock.advance(10_000)
  await until(({ ready }) => ready)
  expect(session()).toEqual({ status: 'disconnected' })
  expect(await reconnect(kit)).toMatchObject([{ connectorId: 'a' }])
})

test('a wallet that did not answer during the restore becomes current when the visitor connects it', async () => {
  const { answer, isRequested } = hangingOnce('0x7a69')
  announce('a', { eth_chainId: answer })
  announce('b')
  const { kit, until, clock } = startTestKit({ storage: storageOf('a') })
  clock.advance(50)
  await isRequested
  clock.advance(10_000)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    current: { connectorId: 'b' },
  })
  await kit.connect({ connectorId: 'a' })
  expect(kit.getState().sessions.eip155).toMatchObject({
    current: { connectorId: 'a' },
    others: [{ connectorId: 'b' }],
  })
})

test('a wallet that answers after the limit is not connected', async () => {
  let answer: (chain: string) => void = () => {}
  const isRequested = new Promise<void>((resolve) => {
    announce('a', {
      eth_chainId: () =>
        new Promise((done) => {
          answer = done
          resolve()
        }),
    })
  })
  const { until, clock, states, kit } = startTestKit({ storage: storageOf('a') })
  clock.advance(50)
  await isRequested
  clock.advance(10_000)
  await until(({ ready }) => ready)
  answer('0x7a69')
  announce('b')
  expect(await kit.connect({ connectorId: 'b' })).toMatchObject({ connectorId: 'b' })
  const ids = states.flatMap(({ sessions: { eip155 } }) =>
    eip155 && 'current' in eip155
      ? [eip155.current, ...eip155.others].map(({ connectorId }) => connectorId)
      : [],
  )
  expect(new Set(ids)).toEqual(new Set(['b']))
})

test('a wallet without permission for the site is skipped', async () => {
  announce('a', { eth_accounts: () => [] })
  announce('b', {
    eth_accounts: () => Promise.reject(Object.assign(new Error('no'), { code: 4100 })),
  })
  announce('c', { eth_accounts: () => [second] })
  const { until, clock } = startTestKit({ storage: storageOf('a') })
  clock.advance(50)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    current: { connectorId: 'c', accounts: [{ address: second }] },
    others: [],
  })
})

test('two ids of one provider give one connection', async () => {
  const provider = announce('a')
  announce('b', { provider })
  const { until, clock } = startTestKit({ storage: storageOf('a') })
  clock.advance(50)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    current: { connectorId: 'a' },
    others: [],
  })
})

test('a wallet that has revoked its permission is disconnected, also for the next visit', async () => {
  announce('a', { eth_accounts: () => [] })
  const { kit, until, clock } = startTestKit({ storage: storageOf('a') })
  clock.advance(50)
  expect((await until(({ ready }) => ready)).sessions.eip155).toEqual({ status: 'disconnected' })
  expect(contextOf(kit).storage.get('connection-status')).toBe('disconnected')
})

test('a second reconnect during the first resolves with no accounts', async () => {
  announce('a', { eth_accounts: never })
  const { kit, clock } = startTestKit({ storage: storageOf('a') })
  const running = reconnect(kit)
  expect(await reconnect(kit)).toEqual([])
  await clock.scheduled(10_000)
  clock.advance(10_000)
  expect(await running).toEqual([])
  announce('b')
  const again = reconnect(kit)
  await clock.scheduled(10_000, 2)
  clock.advance(10_000)
  expect(await again).toMatchObject([{ connectorId: 'b' }])
})

test('a reconnect while connected keeps the connection', async () => {
  const wallet = startTestWallet()
  const { kit, states, session } = startTestKit()
  await kit.connect({ connectorId: wallet.info.rdns })
  const before = session()
  await reconnect(kit)
  expect(session()).toEqual(before)
  expect(states.map(({ sessions }) => sessions.eip155?.status)).toContain('reconnecting')
})

test('stopping the kit during the search keeps the stored status', async () => {
  announce('a', { eth_accounts: never })
  const { kit, stop, until, clock } = startTestKit({ storage: storageOf('a') })
  clock.advance(50)
  await clock.scheduled(10_000)
  stop()
  await until(({ ready }) => ready)
  expect(contextOf(kit).storage.get('connection-status')).toBe('connected')
})

test('if the kit stops and starts again at once, it searches for earlier connections once', async () => {
  const requests: string[] = []
  announce('a', { requests })
  const { kit, stop, until, clock } = startTestKit({ storage: storageOf('a') })
  stop()
  onTestFinished(kit.start())
  clock.advance(50)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    current: { connectorId: 'a' },
  })
  expect(requests.filter((line) => line === 'a eth_chainId')).toHaveLength(1)
})
