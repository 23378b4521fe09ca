import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { connectionsOf, disconnected } from '../core/session.ts'
import { createKitStorage, memoryStorage, sharedKey } from '../core/storage.ts'
import { announceWallet } from '../testing/announceWallet.ts'
import { startTestKit } from './startTestKit.ts'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

/** Storage as a visit leaves it that was connected. */
function storageOfVisit() {
  const raw = memoryStorage()
  const storage = createKitStorage(raw)
  storage.set('connection-status', 'connected')
  return { raw, storage }
}

/** Announces a wallet that lets this site in, or never answers, and notes that it is asked. */
function announce(rdns: string, asked: string[], { hangs = false } = {}): void {
  const answers: Record<string, unknown> = { eth_accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'], eth_chainId: '0x7a69' }
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_accounts') asked.push(rdns)
    return hangs ? new Promise<never>(() => {}) : answers[method]
  }
  onTestFinished(announceWallet({ info: { uuid: rdns, name: rdns, icon: '', rdns }, provider: { on() {}, removeListener() {}, request } }, page))
}

test('without the wallet of the earlier visit, one that announces itself while it is waited for is looked at, too', async () => {
  const asked: string[] = []
  const { raw, storage } = storageOfVisit()
  storage.set('recent-connector', 'gone')
  announce('a', asked)
  const { clock, until } = startTestKit({ storage: raw })
  clock.advance(50)
  await clock.asked(250)
  clock.advance(250)
  await until(({ sessions }) => sessions.eip155?.status === 'reconnecting' || sessions.eip155?.status === 'connected')
  announce('b', asked)
  await until(({ connectors }) => connectors.some(({ id }) => id === 'b'))
  clock.advance(3_000)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({ status: 'connected', current: { connectorId: 'a' }, others: [{ connectorId: 'b' }] })
  expect(asked).toEqual(['a', 'b'])
})

test('a wallet that announces itself while the first one is asked takes nobody’s turn', async () => {
  const asked: string[] = []
  const { raw } = storageOfVisit()
  raw.setItem(sharedKey, JSON.stringify({ sessions: { eip155: { connectors: ['b'] } } }))
  announce('a', asked, { hangs: true })
  const { clock, until } = startTestKit({ storage: raw })
  clock.advance(50)
  await clock.asked(250)
  announce('b', asked)
  await until(({ connectors }) => connectors.length === 2)
  clock.advance(250)
  await until(({ sessions: { eip155 } }) => connectionsOf(eip155 ?? disconnected).length === 1)
  clock.advance(10_000)
  expect((await until(({ ready }) => ready)).sessions.eip155).toMatchObject({ status: 'connected', current: { connectorId: 'b' } })
  expect(asked).toEqual(['a', 'b'])
})
