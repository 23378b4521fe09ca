import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { announceWallet } from '../testing/announceWallet.ts'
import { reasonOf, startTestKit, startTestWallet } from './startTestKit.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const connectorId = 'app.latchkey.development'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

/** Announces a wallet that connects and does the rest as told. */
function announce(parts: { request?: (method: string) => unknown; removeListener?: () => void }): void {
  const answers: Record<string, unknown> = { wallet_requestPermissions: [], eth_requestAccounts: [first], eth_accounts: [first], eth_chainId: '0x7a69' }
  const provider = { on() {}, removeListener: parts.removeListener ?? (() => {}), request: async ({ method }: { method: string }) => answers[method] ?? parts.request?.(method) }
  onTestFinished(announceWallet({ info: { uuid: '1', name: 'Strange', icon: '', rdns: connectorId }, provider }, page))
}

test('forgets the wallet and tells it', async () => {
  const wallet = startTestWallet()
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId })
  await kit.disconnect()
  expect(session()).toEqual({ status: 'disconnected' })
  expect(wallet.getState().permitted).toEqual([])
  const { storage } = kit.context
  expect(storage.get('connection-status')).toBe('disconnected')
  expect(storage.get('connected-namespaces')).toEqual([])
  expect(storage.get('recent-connector')).toBeUndefined()
  expect(storage.get('recent-wallets')).toEqual([{ id: connectorId, name: 'Development wallet' }])
})

test('twice, or without a connection, is no error', async () => {
  startTestWallet()
  const { kit, session } = startTestKit()
  await kit.disconnect()
  await kit.connect({ connectorId })
  await Promise.all([kit.disconnect(), kit.disconnect()])
  await kit.disconnect()
  expect(session()).toEqual({ status: 'disconnected' })
})

test('forgets here before the wallet has answered', async () => {
  let answer: () => void = () => {}
  const told = new Promise<void>((resolve) => {
    announce({ request: () => new Promise<void>((done) => {
      answer = done
      resolve()
    }) })
  })
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId })
  const leaving = kit.disconnect()
  await told
  expect(session()).toEqual({ status: 'disconnected' })
  answer()
  await leaving
})

test('a wallet that does not know how to be told is no failure', async () => {
  announce({ request: () => Promise.reject(Object.assign(new Error('unsupported'), { code: 4200 })) })
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId })
  await kit.disconnect()
  expect(session()).toEqual({ status: 'disconnected' })
})

test('a wallet that can not be told is forgotten all the same, and can be connected again', async () => {
  let isBroken = false
  announce({ removeListener: () => {
    if (isBroken) throw new Error('broken')
  } })
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId })
  isBroken = true
  expect(await reasonOf(kit.disconnect())).toMatchObject({ code: 'disconnectFailed', message: 'Failed to disconnect', cause: { message: 'broken' } })
  expect(session()).toEqual({ status: 'disconnected' })
  expect(kit.context.storage.get('connection-status')).toBe('disconnected')
  isBroken = false
  expect(await kit.connect({ connectorId })).toMatchObject({ address: first })
})

test('of two wallets the other one stays, and becomes the current one', async () => {
  startTestWallet({ rdns: 'one' })
  startTestWallet({ rdns: 'two' })
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId: 'one' })
  await kit.connect({ connectorId: 'two' })
  await kit.disconnect()
  expect(session()).toMatchObject({ status: 'connected', current: { connectorId: 'one' }, others: [] })
  expect(kit.context.storage.get('connection-status')).toBe('connected')
})

test('one that is not the current one can be named', async () => {
  startTestWallet({ rdns: 'one' })
  startTestWallet({ rdns: 'two' })
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId: 'one' })
  await kit.connect({ connectorId: 'two' })
  await kit.disconnect({ connectorId: 'one' })
  expect(session()).toMatchObject({ status: 'connected', current: { connectorId: 'two' }, others: [] })
})

test('the next visit is not connected to what was disconnected', async () => {
  const wallet = startTestWallet()
  const { kit, storage, stop } = startTestKit()
  await kit.connect({ connectorId })
  await kit.disconnect()
  stop()
  wallet.selectAccount(first)
  const next = startTestKit({ storage })
  next.clock.advance(50)
  await next.until(({ ready }) => ready)
  expect(next.session()?.status ?? 'disconnected').toBe('disconnected')
})
