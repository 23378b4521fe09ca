import { checkOtp, endSession, getSession, startEmail, waitForDevice } from '@latchkey/protocol/walletServer'
import type { FrameSettings, WalletCall, WalletUser } from '@latchkey/protocol/walletServer'
import { afterEach, expect, test, vi } from 'vitest'
import { fault } from '../bridge/Fault.ts'
import { requireAccount } from '../rpc/requireAccount.ts'
import type { Server } from '../server/createServer.ts'
import { leaveFirst } from '../server/leaveFirst.ts'
import { createTestKeep } from '../testing/createTestKeep.ts'
import { leaveOther, storeShare, takeAccount } from '../vault/deviceShare.ts'
import { withdrawConsents } from '../wallet/consent.ts'
import { createSession } from '../wallet/createSession.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { answers } from './index.ts'

const ann: WalletUser = { userId: 'ann', email: 'ann@example.org', userName: null, ways: ['email'], addresses: { eip155: `0x${'A'.repeat(40)}`, solana: '9'.repeat(40) } }
const ben: WalletUser = { userId: 'ben', email: 'ben@example.org', userName: null, ways: ['email'], addresses: null }
const networks = [{ networkId: 'eip155:1', name: 'Ethereum', currency: { symbol: 'ETH', decimals: 18 } }]
const [shop, stranger] = ['https://shop.example', 'https://stranger.example']

afterEach(() => void vi.useRealTimers())

/** A browser on which Ann's share is, and the frames of sites in it. The right code is any; `answer` takes the place of a call's answer. */
async function start() {
  const keep = createTestKeep()
  const wrappingKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const { addresses } = ann
  if (addresses) await storeShare(keep, { wrappingKey } as never, { setId: crypto.randomUUID(), addresses, share: new Uint8Array(17) }) // the one key that is used
  const state: { user: WalletUser | undefined; next: WalletUser; answer: (path: string) => unknown; asked: string[] } = { user: undefined, next: ann, answer: () => undefined, asked: [] }

  async function call({ path, needsLogin }: WalletCall, params: { email?: string }) {
    state.asked.push(path)
    const own = state.answer(path)
    if (own !== undefined) return own
    if (needsLogin && !state.user) throw fault('loginRequired')
    if (path === startEmail.path) return { action: state.user?.email === params.email ? 'connected' : 'otp' }
    if (path === checkOtp.path) return (state.user = state.next), { action: 'connected' }
    if (path === waitForDevice.path) return (state.user = state.next), { status: 'connected' }
    if (path === endSession.path) return (state.user = undefined), {}
    return path === getSession.path ? state.user : {}
  }

  function openFrame(origin: string) {
    const server = leaveFirst(keep, { call } as unknown as Server) // the calls above
    const session = createSession(server, async (user) => void (await Promise.all([leaveOther(keep, user), withdrawConsents(keep, user.userId)])))
    const settings = { projectId: null, networks, recovery: ['password'] } as unknown as FrameSettings // what these methods read
    const stage = { ask: async () => Promise.reject(fault('userRejected')) }
    const wallet = { keep, site: { origin }, server, session, settings, stage, tell() {} } as unknown as Wallet // what these methods use
    const ask = (name: string, payload?: unknown, signal = new AbortController().signal) => answers.find((one) => one.name === name)?.run(wallet, payload, { id: '1', signal }, { abort() {} })
    return { wallet, ask }
  }
  return { keep, state, openFrame }
}

test('a login on a site is kept there across reloads', async () => {
  const { openFrame } = await start()
  const { ask } = openFrame(shop)
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
  await ask('CONNECT_EMAIL', { email: 'ann@example.org' })
  expect(await ask('CONNECT_OTP', { otp: '123456' })).toEqual({ action: 'CONNECT' })
  expect(await ask('GET_USER')).toMatchObject({ email: 'ann@example.org', address: ann.addresses?.eip155 })
  const again = openFrame(shop)
  expect(await again.ask('IS_CONNECTED')).toEqual({ isConnected: true })
  expect(await again.ask('RPC_REQUEST', { method: 'eth_accounts' })).toEqual([ann.addresses?.eip155])
})

test('another site learns nothing of a login before the visitor types the address there', async () => {
  const { openFrame, state } = await start()
  const own = openFrame(shop)
  await own.ask('CONNECT_DEVICE')
  await own.ask('GET_USER')
  const { ask, wallet } = openFrame(stranger)
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
  await expect(ask('GET_USER')).rejects.toMatchObject({ code: 'loginRequired' })
  await expect(ask('OPEN_SETTINGS')).rejects.toMatchObject({ code: 'loginRequired' })
  expect(await ask('RPC_REQUEST', { method: 'eth_accounts' })).toEqual([])
  await expect(requireAccount(wallet, 'eip155', ann.addresses?.eip155)).rejects.toMatchObject({ code: 4100 })
  await ask('SIGN_OUT')
  expect(state.user).toEqual(ann)
  expect(await ask('CONNECT_EMAIL', { email: 'ben@example.org' })).toEqual({ action: 'VERIFY_OTP' })
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
  expect(await ask('CONNECT_EMAIL', { email: 'ann@example.org' })).toEqual({ action: 'CONNECT' })
  expect(await ask('GET_USER')).toMatchObject({ email: 'ann@example.org' })
  expect(await own.ask('IS_CONNECTED')).toEqual({ isConnected: true })
})

test('a login of another user ends what sites knew of the first', async () => {
  const { keep, openFrame, state } = await start()
  const own = openFrame(shop)
  await own.ask('CONNECT_OTP', { otp: '123456' })
  await own.ask('GET_USER')
  state.next = ben
  await openFrame(stranger).ask('CONNECT_OTP', { otp: '123456' })
  expect(await own.ask('RPC_REQUEST', { method: 'eth_accounts' })).toEqual([])
  await expect(openFrame(shop).ask('GET_USER')).rejects.toMatchObject({ code: 'loginRequired' })
  expect(await takeAccount(keep, ann.addresses?.eip155 ?? '')).toBe(true)
})

test('signing out takes the login from every site', async () => {
  const { openFrame, state } = await start()
  const [first, second] = [openFrame(shop), openFrame(stranger)]
  await first.ask('CONNECT_OTP', { otp: '123456' })
  await second.ask('CONNECT_EMAIL', { email: 'ann@example.org' })
  await second.ask('SIGN_OUT')
  expect(state.user).toBeUndefined()
  await first.ask('CONNECT_OTP', { otp: '123456' })
  await expect(second.ask('GET_USER')).rejects.toMatchObject({ code: 'loginRequired' })
})

test('nobody gets in without a code after signing out where the server was not reached', async () => {
  const { openFrame, state } = await start()
  const { ask } = openFrame(shop)
  await ask('CONNECT_OTP', { otp: '123456' })
  await ask('GET_USER')
  state.answer = () => {
    throw fault('httpFailed')
  }
  await ask('SIGN_OUT')
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
  await expect(ask('CONNECT_EMAIL', { email: 'ann@example.org' })).rejects.toMatchObject({ code: 'httpFailed' })
  expect(state.user).toEqual(ann)
  state.answer = () => undefined
  state.asked.length = 0
  const again = openFrame(shop)
  const late = await Promise.allSettled([again.ask('GET_USER'), again.ask('CONNECT_EMAIL', { email: 'ann@example.org' })])
  expect(late).toMatchObject([{ reason: { code: 'loginRequired' } }, { value: { action: 'VERIFY_OTP' } }])
  expect(state.asked.filter((path) => path === endSession.path)).toHaveLength(1)
  await again.ask('CONNECT_OTP', { otp: '123456' })
  expect(await again.ask('GET_USER')).toMatchObject({ email: 'ann@example.org' })
})

test('waits for the link through a loss of the network', async () => {
  vi.useFakeTimers()
  const { openFrame, state } = await start()
  // the link is approved at the fourth; then the answer is lost who is logged in
  const left = ['httpFailed', 'httpTimeout', 'unavailable', undefined, 'httpFailed'] as const
  let asked = 0
  state.answer = () => {
    const code = left[asked++]
    if (code) throw fault(code)
  }
  const { ask } = openFrame(shop)
  const connected = ask('CONNECT_DEVICE')
  await vi.advanceTimersByTimeAsync(10_000)
  await connected
  expect(await ask('GET_USER')).toMatchObject({ email: 'ann@example.org' })
})

test('waits for the link no longer than the site, or than the owner of the mail lets it', async () => {
  vi.useFakeTimers()
  const { openFrame, state } = await start()
  const { ask } = openFrame(shop)
  const controller = new AbortController()
  state.answer = () => {
    throw fault('httpFailed')
  }
  const ended = Promise.allSettled([ask('CONNECT_DEVICE', undefined, controller.signal)])
  await vi.advanceTimersByTimeAsync(10_500)
  controller.abort(fault('requestAborted'))
  expect(await ended).toMatchObject([{ reason: { code: 'requestAborted' } }])
  expect(state.asked).toHaveLength(11)
  expect(vi.getTimerCount()).toBe(0)
  state.answer = () => {
    throw fault('deviceRefused')
  }
  await expect(ask('CONNECT_DEVICE')).rejects.toMatchObject({ code: 'deviceRefused' })
})
