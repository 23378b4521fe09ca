import { formatNetworkId } from '@latchkey/protocol/caip'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disconnected, isConnected } from '../core/accounts/session.ts'
import type { Connection, Session, SessionEvent } from '../core/accounts/session.ts'
import { reduceSession } from './dispatch.ts'

const started = (connectorId: string) => ({
  type: 'connectStarted' as const,
  connectorId,
  wallet: { id: connectorId, name: connectorId },
})
const failed = (connectorId: string) => ({
  ...started(connectorId),
  type: 'connectFailed' as const,
  error: new Error('refused'),
})

const ids = ['a.wallet', 'b.wallet', 'c.wallet']
const id = fc.constantFrom(...ids)
const connection: fc.Arbitrary<Connection> = fc.record({
  connectorId: id,
  accounts: fc.array(fc.record({ address: fc.constantFrom('0x1', '0x2') }), { maxLength: 2 }),
  networkId: fc.constantFrom(formatNetworkId('eip155', 1), formatNetworkId('eip155', 10)),
})
const connections = fc.uniqueArray(connection, {
  selector: ({ connectorId }) => connectorId,
  maxLength: 3,
})
const event: fc.Arbitrary<SessionEvent> = fc.oneof(
  id.map(started),
  id.map(failed),
  fc.record({ type: fc.constant('connectEnded' as const), connectorId: id }),
  fc.constant({ type: 'reconnectStarted' as const }),
  fc.constant({ type: 'reconnectEnded' as const }),
  fc.record({
    type: fc.constant('connectionsChanged' as const),
    connections,
    current: fc.option(fc.constantFrom(...ids, 'gone'), { nil: undefined }),
  }),
)
const events = fc.array(event, { maxLength: 20 })
const play = (list: readonly SessionEvent[], from: Session = disconnected) =>
  list.reduce(reduceSession, from)

test('after any order of events, each connection has an account and occurs once', () => {
  fc.assert(
    fc.property(events, (list) => {
      const session = play(list)
      expect(['disconnected', 'connecting', 'connected', 'reconnecting']).toContain(session.status)
      expect('current' in session).toBe(isConnected(session))
      if (!isConnected(session)) return
      const all = [session.current, ...session.others]
      expect(all.every(({ accounts }) => accounts.length > 0)).toBe(true)
      expect(new Set(all.map(({ connectorId }) => connectorId)).size).toBe(all.length)
    }),
  )
})

test('after a reconnect, a session is `connecting` only if a wallet has a request', () => {
  fc.assert(
    fc.property(events, (list) => {
      const session = play([...list, { type: 'reconnectEnded' }])
      expect(session.status).not.toBe('reconnecting')
      if (session.status === 'connecting') expect(session.connectorId).toBeDefined()
    }),
  )
})

test('a repeated event changes nothing', () => {
  fc.assert(
    fc.property(events, event, (list, last) => {
      const once = play([...list, last])
      expect(reduceSession(once, last)).toEqual(once)
    }),
  )
})

test('only `connectionsChanged` adds or removes connections', () => {
  fc.assert(
    fc.property(events, event, (list, last) => {
      if (last.type === 'connectionsChanged') return
      const before = play(list)
      const after = reduceSession(before, last)
      const held = (session: Session) =>
        isConnected(session) ? [session.current, ...session.others] : []
      expect(held(after)).toEqual(held(before))
    }),
  )
})

test('the reducer modifies no earlier state', () => {
  const freeze = (session: Session) =>
    Object.freeze(
      isConnected(session) ? { ...session, others: Object.freeze(session.others) } : session,
    )
  fc.assert(
    fc.property(events, (list) => {
      const frozen = list.reduce(
        (session, next) => freeze(reduceSession(session, next)),
        freeze(disconnected),
      )
      expect(frozen).toEqual(play(list))
    }),
  )
})

const wallet = (connectorId: string): Connection => ({
  connectorId,
  accounts: [{ address: '0x1' }],
  networkId: formatNetworkId('eip155', 1),
})

test('the wallet that is reported as current becomes current, or else the first wallet', () => {
  const both = [wallet('a.wallet'), wallet('b.wallet')]
  expect(play([{ type: 'connectionsChanged', connections: both, current: 'b.wallet' }])).toEqual({
    status: 'connected',
    current: wallet('b.wallet'),
    others: [wallet('a.wallet')],
  })
  expect(play([{ type: 'connectionsChanged', connections: both, current: 'gone' }])).toMatchObject({
    current: wallet('a.wallet'),
  })
})

test('a wallet without accounts is not connected', () => {
  expect(
    play([{ type: 'connectionsChanged', connections: [{ ...wallet('a.wallet'), accounts: [] }] }]),
  ).toEqual(disconnected)
})

test('a refusal ends the wait for that wallet, not for another', () => {
  const waiting = play([started('a.wallet'), started('b.wallet')])
  expect(reduceSession(waiting, failed('a.wallet'))).toEqual({
    status: 'connecting',
    connectorId: 'b.wallet',
  })
  expect(reduceSession(waiting, failed('b.wallet'))).toEqual(disconnected)
})

test('a refusal changes nothing while connected or while reconnecting', () => {
  const connected = play([{ type: 'connectionsChanged', connections: [wallet('a.wallet')] }])
  expect(reduceSession(connected, failed('b.wallet'))).toBe(connected)
  expect(play([{ type: 'reconnectStarted' }, failed('b.wallet')])).toEqual({ status: 'connecting' })
})

test('a reconnect while connected is `reconnecting` and keeps the connection', () => {
  const connected = play([{ type: 'connectionsChanged', connections: [wallet('a.wallet')] }])
  const looking = reduceSession(connected, { type: 'reconnectStarted' })
  expect(looking).toMatchObject({ status: 'reconnecting', current: wallet('a.wallet') })
  expect(reduceSession(looking, { type: 'reconnectEnded' })).toEqual(connected)
})

test('`connectEnded` ends the wait; `disconnected` and `disconnectFailed` change nothing', () => {
  const waiting = play([started('a.wallet')])
  expect(reduceSession(waiting, { type: 'connectEnded', connectorId: 'a.wallet' })).toEqual(
    disconnected,
  )
  for (const event of [{ type: 'disconnected' }, { type: 'disconnectFailed' }] as const)
    expect(reduceSession(waiting, event)).toBe(waiting)
})
