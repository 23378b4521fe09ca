import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { connectionsOf, disconnected } from '../core/accounts/session.ts'
import { sharedKey } from '../core/storage/storage.ts'
import { startTestKit } from './startTestKit.ts'
import { announceKnown as announce, never, storageOfVisit as storageOf } from './startTestVisit.ts'
import { contextOf } from '../core/kit/context.ts'

const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeEach(() => {
  startTestPage()
})

/** The wallets that got `eth_accounts`, in the order of the requests. */
const accountRequests = (requests: readonly string[]) =>
  requests.filter((line) => line.endsWith(' eth_accounts')).map((line) => line.split(' ')[0])

test('the kit waits 3 s for the wallet of the earlier visit, and keeps the stored status for the next visit', async () => {
  const { kit, until, clock } = startTestKit({ storage: storageOf('gone') })
  clock.advance(50)
  await clock.scheduled(3_000)
  clock.advance(2_999)
  expect(kit.getState().ready).toBe(false)
  clock.advance(1)
  expect((await until(({ ready }) => ready)).sessions.eip155).toEqual({ status: 'disconnected' })
  expect(contextOf(kit).storage.get('connection-status')).toBe('connected')
})

test('a missing wallet does not delay other wallets', async () => {
  announce('a')
  const { kit, clock, session } = startTestKit({ storage: storageOf('gone') })
  clock.advance(50)
  await clock.scheduled(250)
  clock.advance(250)
  await expect.poll(session).toMatchObject({ current: { connectorId: 'a' } })
  expect(kit.getState().ready).toBe(false) // the other wallet may still appear
})

test('wallets that an earlier visit used are restored before other wallets', async () => {
  const storage = storageOf('gone')
  storage.setItem(sharedKey, JSON.stringify({ sessions: { eip155: { connectors: ['b'] } } }))
  announce('a')
  announce('b', { eth_accounts: async () => [second] })
  const { until, clock } = startTestKit({ storage })
  clock.advance(50)
  await clock.scheduled(3_000)
  clock.advance(3_000)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    current: { connectorId: 'b' },
    others: [{ connectorId: 'a' }],
  })
})

test('a wallet that announces itself late is restored', async () => {
  const { kit, until, clock } = startTestKit({ storage: storageOf('late') })
  clock.advance(50)
  await until(({ sessions }) => sessions.eip155?.status === 'connecting')
  clock.advance(2_000)
  announce('late')
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    status: 'connected',
    current: { connectorId: 'late' },
  })
  expect(contextOf(kit).storage.get('connection-status')).toBe('connected')
})

test('if the earlier wallet is missing, wallets announced during the wait are restored too', async () => {
  const requests: string[] = []
  announce('a', { requests })
  const { clock, until } = startTestKit({ storage: storageOf('gone') })
  clock.advance(50)
  await clock.scheduled(250)
  clock.advance(250)
  await until(
    ({ sessions }) =>
      sessions.eip155?.status === 'reconnecting' || sessions.eip155?.status === 'connected',
  )
  announce('b', { requests })
  await until(({ connectors }) => connectors.some(({ id }) => id === 'b'))
  clock.advance(3_000)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    status: 'connected',
    current: { connectorId: 'a' },
    others: [{ connectorId: 'b' }],
  })
  expect(accountRequests(requests)).toEqual(['a', 'b'])
})

test('a wallet announced during the request of another wallet gets its request next', async () => {
  const requests: string[] = []
  const storage = storageOf()
  storage.setItem(sharedKey, JSON.stringify({ sessions: { eip155: { connectors: ['b'] } } }))
  announce('a', { requests, eth_accounts: never })
  const { clock, until } = startTestKit({ storage })
  clock.advance(50)
  await clock.scheduled(250)
  announce('b', { requests })
  await until(({ connectors }) => connectors.length === 2)
  clock.advance(250)
  await until(({ sessions: { eip155 } }) => connectionsOf(eip155 ?? disconnected).length === 1)
  clock.advance(10_000)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({
    status: 'connected',
    current: { connectorId: 'b' },
  })
  expect(accountRequests(requests)).toEqual(['a', 'b'])
})
