import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import type { KitEvent } from '../core/kit/events.ts'
import { contextOf } from '../core/kit/context.ts'
import { dispatch, sessionListeners } from './dispatch.ts'
import { startListeners } from './listeners.ts'
import { startTestKit } from './startTestKit.ts'

const wallet = { id: 'own', name: 'Own' }

test('an event changes the session first; then the listeners get it', () => {
  const { kit, session } = startTestKit()
  const seen: unknown[] = []
  sessionListeners(kit).subscribe((namespace, { type }) =>
    seen.push([namespace, type, session()?.status]),
  )
  dispatch(kit, 'eip155', { type: 'connectStarted', connectorId: 'own', wallet })
  dispatch(kit, 'eip155', { type: 'connectEnded', connectorId: 'own' })
  expect(seen).toEqual([
    ['eip155', 'connectStarted', 'connecting'],
    ['eip155', 'connectEnded', 'disconnected'],
  ])
})

test('if listeners are started twice, an event is stored and reported once', () => {
  const events: KitEvent[] = []
  const { kit } = startTestKit({ onEvent: (event) => events.push(event) })
  startListeners(kit)
  startListeners(kit)
  dispatch(kit, 'eip155', {
    type: 'connected',
    connectorId: 'own',
    wallet,
    isListed: true,
    method: 'browser',
    networkId: formatNetworkId('eip155', 31337),
  })
  expect(events.map(({ name }) => name)).toEqual(['connectSuccess'])
  const { storage } = contextOf(kit)
  expect(storage.get('recent-wallets')).toEqual([wallet])
  expect(storage.get('recent-connector')).toBe('own')
})

test('a phone that connects late is stored as a recent wallet, but not as the recent connector', () => {
  const { kit } = startTestKit()
  startListeners(kit)
  dispatch(kit, 'eip155', {
    type: 'connected',
    connectorId: 'own',
    wallet,
    isListed: true,
    method: 'qrcode',
    networkId: formatNetworkId('eip155', 31337),
    isLate: true,
  })
  const { storage } = contextOf(kit)
  expect(storage.get('recent-wallets')).toEqual([wallet])
  expect(storage.get('recent-connector')).toBeUndefined()
})
