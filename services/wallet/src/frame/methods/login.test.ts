import { addressKey } from '@latchkey/protocol/address'
import { bitcoinMainnetId, bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { kusamaAssetHubId, polkadotAssetHubId } from '@latchkey/protocol/chains/polkadotNetworks'
import { endSession, getShare, startEmail, waitForDevice } from '@latchkey/protocol/walletServer'
import { afterEach, expect, test, vi } from 'vitest'
import { fault } from '../bridge/Fault.ts'
import { clearSignedOut, isSignedOut } from '../wallet/signedOut.ts'
import { requireAccount } from '../rpc/requireAccount.ts'
import {
  ann,
  ben,
  shop,
  startTestLogins,
  foreignSite,
  walletOrigin,
} from '../testing/startTestLogins.ts'
import { takeAccount } from '../vault/deviceShare.ts'

afterEach(() => void vi.useRealTimers())

test('a login on a site lasts across reloads', async () => {
  const { openFrame } = await startTestLogins()
  const { ask } = openFrame(shop)
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
  await ask('CONNECT_EMAIL', { email: 'ann@example.org' })
  expect(await ask('CONNECT_OTP', { otp: '123456' })).toEqual({ action: 'CONNECT' })
  expect(await ask('GET_USER')).toMatchObject({
    email: 'ann@example.org',
    address: ann.addresses?.eip155,
  })
  const again = openFrame(shop)
  expect(await again.ask('IS_CONNECTED')).toEqual({ isConnected: true })
  expect(await again.ask('RPC_REQUEST', { method: 'eth_accounts' })).toEqual([
    ann.addresses?.eip155,
  ])
})

test('after a login, the wallet signs the site’s own sign-in once, but no other sign-in, and none after a reload', async () => {
  const { openFrame, state } = await startTestLogins()
  const siwxMessage = {
    chainId: 1,
    domain: new URL(shop).host,
    uri: shop,
    version: '1',
    nonce: 'abcdefgh1234',
    issuedAt: new Date().toISOString(),
  }
  /** Whether GET_USER with a sign-in message has unlocked the keys. */
  const signsAt = async ({ ask }: ReturnType<typeof openFrame>, message: object) => {
    state.requests.length = 0
    expect(await ask('GET_USER', { siwxMessage: message })).toMatchObject({
      email: 'ann@example.org',
    })
    return state.requests.includes(getShare.path)
  }
  const page = openFrame(shop)
  const logInAgain = async () => {
    await page.ask('SIGN_OUT')
    await page.logIn()
  }
  await page.logIn()
  expect(await signsAt(page, siwxMessage)).toBe(true)
  expect(await signsAt(page, siwxMessage)).toBe(false)
  // an address that needs no code does not log the visitor in again, so nothing is signed
  expect(await page.ask('CONNECT_EMAIL', { email: 'ann@example.org' })).toEqual({
    action: 'CONNECT',
  })
  expect(await signsAt(page, siwxMessage)).toBe(false)
  await logInAgain()
  expect(await signsAt(page, { ...siwxMessage, domain: new URL(foreignSite).host })).toBe(false)
  expect(await signsAt(page, siwxMessage)).toBe(false)
  await logInAgain()
  expect(await signsAt(openFrame(shop), siwxMessage)).toBe(false)
  await page.ask('GET_USER')
  expect(await signsAt(page, siwxMessage)).toBe(false)
})

test('until the visitor logs in on another site by a code, that site gets no account and no user', async () => {
  const { openFrame, state } = await startTestLogins()
  const own = openFrame(shop)
  await own.beginLink()
  await own.ask('CONNECT_DEVICE')
  await own.ask('GET_USER')
  const { ask, wallet } = openFrame(foreignSite)
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
  await expect(ask('GET_USER')).rejects.toMatchObject({ code: 'loginRequired' })
  await expect(ask('OPEN_SETTINGS')).rejects.toMatchObject({ code: 'loginRequired' })
  expect(await ask('RPC_REQUEST', { method: 'eth_accounts' })).toEqual([])
  await expect(requireAccount(wallet, 'eip155', ann.addresses?.eip155)).rejects.toMatchObject({
    code: 4100,
  })
  await ask('SIGN_OUT')
  expect(state.user).toEqual(ann)
  expect(await ask('CONNECT_EMAIL', { email: 'ben@example.org' })).toEqual({ action: 'VERIFY_OTP' })
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
  expect(await ask('CONNECT_EMAIL', { email: 'ann@example.org' })).toEqual({ action: 'VERIFY_OTP' })
  await expect(ask('GET_USER')).rejects.toMatchObject({ code: 'loginRequired' })
  expect(await ask('CONNECT_OTP', { otp: '123456' })).toEqual({ action: 'CONNECT' })
  expect(await ask('GET_USER')).toMatchObject({ email: 'ann@example.org' })
  expect(await own.ask('IS_CONNECTED')).toEqual({ isConnected: true })
})

test('a site that has started no login gets `codeExpired`, and the server gets no request', async () => {
  const { openFrame, state } = await startTestLogins()
  await openFrame(shop).logIn()
  const { ask } = openFrame(foreignSite)
  state.requests.length = 0
  for (const [name, payload] of [
    ['CONNECT_DEVICE'],
    ['CONNECT_OTP', { otp: '123456' }],
    ['CONNECT_FARCASTER'],
    ['CONNECT_SOCIAL', { uri: `${walletOrigin}/social/done?id=${crypto.randomUUID()}&result=r` }],
  ] as const) {
    await expect(ask(name, payload)).rejects.toMatchObject({ code: 'codeExpired' })
  }
  expect(state.requests).toEqual([])
  // a login with a requested code does not become a login by link
  await ask('CONNECT_EMAIL', { email: 'thief@example.org' })
  await expect(ask('CONNECT_DEVICE')).rejects.toMatchObject({ code: 'codeExpired' })
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
})

test('when two sites start a login, only the second one can finish it', async () => {
  const { openFrame, state } = await startTestLogins()
  const [first, second] = [openFrame(shop), openFrame(foreignSite)]
  await first.ask('CONNECT_EMAIL', { email: 'thief@example.org' })
  await second.ask('CONNECT_EMAIL', { email: 'ann@example.org' })
  await expect(first.ask('CONNECT_OTP', { otp: '123456' })).rejects.toMatchObject({
    code: 'codeExpired',
  })
  expect(await second.ask('CONNECT_OTP', { otp: '123456' })).toEqual({ action: 'CONNECT' })
  await expect(first.ask('CONNECT_OTP', { otp: '123456' })).rejects.toMatchObject({
    code: 'codeExpired',
  })
  // a request that was already pending does not continue either
  await first.beginLink()
  state.answer = (path) =>
    path === waitForDevice.path
      ? second
          .ask('CONNECT_EMAIL', { email: 'ben@example.org' })
          ?.then(() => ({ status: 'connected' }))
      : undefined
  await expect(first.ask('CONNECT_DEVICE')).rejects.toMatchObject({ code: 'codeExpired' })
  expect(await first.ask('IS_CONNECTED')).toEqual({ isConnected: false })
})

test('on the site of a login, the same e-mail address needs no code until the site revokes its permissions', async () => {
  const { openFrame } = await startTestLogins()
  const { ask, logIn } = openFrame(shop)
  await logIn()
  expect(await ask('CONNECT_EMAIL', { email: 'ann@example.org' })).toEqual({ action: 'CONNECT' })
  await ask('RPC_REQUEST', { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  expect(await ask('CONNECT_EMAIL', { email: 'ann@example.org' })).toEqual({ action: 'VERIFY_OTP' })
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
})

test('after a later login on another site, a site from the earlier login has no access', async () => {
  const { openFrame, state } = await startTestLogins()
  const own = openFrame(shop)
  state.next = { ...ann, loginAt: 1 }
  await own.logIn()
  await own.ask('GET_USER')
  const other = openFrame(foreignSite)
  await other.logIn()
  await other.ask('SIGN_OUT')
  state.next = { ...ann, loginAt: 2 }
  await other.logIn()
  await other.ask('GET_USER')
  // restores the site's old entry, which a frame with separate storage would still have
  await own.wallet.store.set(`consent:${shop}`, { userId: 'ann', loginAt: 1 })
  expect(await openFrame(shop).ask('IS_CONNECTED')).toEqual({ isConnected: false })
  await expect(openFrame(shop).ask('GET_USER')).rejects.toMatchObject({ code: 'loginRequired' })
  expect(await openFrame(foreignSite).ask('IS_CONNECTED')).toEqual({ isConnected: true })
})

test('signing out on a site that has named its account marks the browser as signed out', async () => {
  const { openFrame, store } = await startTestLogins()
  const { ask, wallet } = openFrame(shop)
  await ask('RESUME', { addresses: { eip155: `0x${'1'.repeat(40)}`, solana: '9'.repeat(40) } })
  await ask('SIGN_OUT')
  expect([await ask('IS_CONNECTED'), await isSignedOut(store)]).toEqual([
    { isConnected: false },
    true,
  ])
  await clearSignedOut(store)
  await openFrame(foreignSite).ask('SIGN_OUT')
  expect([await isSignedOut(store), await isSignedOut(wallet.store)]).toEqual([false, false])
})

test('when another user logs in, sites lose their access to the first user', async () => {
  const { store, openFrame, state } = await startTestLogins()
  const own = openFrame(shop)
  await own.logIn()
  await own.ask('GET_USER')
  state.next = ben
  await openFrame(foreignSite).logIn()
  expect(await own.ask('RPC_REQUEST', { method: 'eth_accounts' })).toEqual([])
  await expect(openFrame(shop).ask('GET_USER')).rejects.toMatchObject({ code: 'loginRequired' })
  expect(await takeAccount(store, ann.addresses?.eip155 ?? '')).toBe(true)
})

test('signing out ends the login on every site', async () => {
  const { openFrame, state } = await startTestLogins()
  const [first, second] = [openFrame(shop), openFrame(foreignSite)]
  await first.logIn()
  await second.logIn()
  await second.ask('SIGN_OUT')
  expect(state.user).toBeUndefined()
  await first.logIn()
  await expect(second.ask('GET_USER')).rejects.toMatchObject({ code: 'loginRequired' })
})

test('after signing out without the server, a new login needs a code', async () => {
  const { openFrame, state } = await startTestLogins()
  const { ask, logIn } = openFrame(shop)
  await logIn()
  await ask('GET_USER')
  state.answer = () => {
    throw fault('httpFailed')
  }
  await ask('SIGN_OUT')
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
  await expect(ask('CONNECT_EMAIL', { email: 'ann@example.org' })).rejects.toMatchObject({
    code: 'httpFailed',
  })
  expect(state.user).toEqual(ann)
  state.answer = () => undefined
  state.requests.length = 0
  const again = openFrame(shop)
  const late = await Promise.allSettled([
    again.ask('GET_USER'),
    again.ask('CONNECT_EMAIL', { email: 'ann@example.org' }),
  ])
  expect(late).toMatchObject([
    { reason: { code: 'loginRequired' } },
    { value: { action: 'VERIFY_OTP' } },
  ])
  expect(state.requests.filter((path) => path === endSession.path)).toHaveLength(1)
  await again.ask('CONNECT_OTP', { otp: '123456' })
  expect(await again.ask('GET_USER')).toMatchObject({ email: 'ann@example.org' })
})

test('waiting for the link continues after network errors', async () => {
  vi.useFakeTimers()
  const { openFrame, state } = await startTestLogins()
  const { ask, beginLink } = openFrame(shop)
  await beginLink()
  // the link is approved at the fourth request; after that the answer about the session is
  // lost
  const pendingCodes = [
    'httpFailed',
    'httpTimeout',
    'unavailable',
    undefined,
    'httpFailed',
  ] as const
  let requestCount = 0
  state.answer = () => {
    const code = pendingCodes[requestCount++]
    if (code) throw fault(code)
  }
  const connected = ask('CONNECT_DEVICE')
  await vi.advanceTimersByTimeAsync(10_000)
  await connected
  expect(await ask('GET_USER')).toMatchObject({ email: 'ann@example.org' })
})

test('waiting for the link ends when the site aborts, or when the owner of the mailbox refuses', async () => {
  vi.useFakeTimers()
  const { openFrame, state } = await startTestLogins()
  const { ask, beginLink } = openFrame(shop)
  await beginLink()
  state.requests.length = 0
  const controller = new AbortController()
  state.answer = () => {
    throw fault('httpFailed')
  }
  const ended = Promise.allSettled([ask('CONNECT_DEVICE', undefined, controller.signal)])
  await vi.advanceTimersByTimeAsync(10_500)
  controller.abort(fault('requestAborted'))
  expect(await ended).toMatchObject([{ reason: { code: 'requestAborted' } }])
  expect(state.requests).toHaveLength(11)
  expect(vi.getTimerCount()).toBe(0)
  state.answer = () => {
    throw fault('deviceRefused')
  }
  await expect(ask('CONNECT_DEVICE')).rejects.toMatchObject({ code: 'deviceRefused' })
})

test('when the answer to the first request is lost, the login continues with the code that was already mailed', async () => {
  const { openFrame, state } = await startTestLogins()
  const { ask } = openFrame(shop)
  state.answer = (path) => {
    if (path === startEmail.path) throw fault('httpFailed')
  }
  await expect(ask('CONNECT_EMAIL', { email: 'ben@example.org' })).rejects.toMatchObject({
    code: 'httpFailed',
  })
  state.answer = (path) => {
    if (path === startEmail.path) throw fault('emailCooldown', { values: { seconds: 29 } })
  }
  expect(await ask('CONNECT_EMAIL', { email: 'ben@example.org' })).toEqual({ action: 'VERIFY_OTP' })
  await expect(ask('CONNECT_EMAIL', { email: 'ben@example.org' })).rejects.toMatchObject({
    code: 'emailCooldown',
  })
})

test('a lost answer for one address does not affect another address', async () => {
  const { openFrame, state } = await startTestLogins()
  const { ask } = openFrame(shop)
  state.answer = (path) => {
    if (path === startEmail.path) throw fault('offline')
  }
  await expect(ask('CONNECT_EMAIL', { email: 'ben@example.org' })).rejects.toMatchObject({
    code: 'offline',
  })
  state.answer = (path) => {
    if (path === startEmail.path) throw fault('emailCooldown')
  }
  await expect(ask('CONNECT_EMAIL', { email: 'ann@example.org' })).rejects.toMatchObject({
    code: 'emailCooldown',
  })
})

test('signing out takes effect after at most 3 s if the server does not answer', async () => {
  const { openFrame, state } = await startTestLogins()
  const { ask } = openFrame(shop)
  await ask('CONNECT_EMAIL', { email: 'ann@example.org' })
  await ask('CONNECT_OTP', { otp: '123456' })
  await ask('GET_USER')
  state.answer = (path) => (path === endSession.path ? new Promise(() => {}) : undefined)
  vi.useFakeTimers()
  const pendingCodes = ask('SIGN_OUT')
  await vi.advanceTimersByTimeAsync(3_000)
  await pendingCodes
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
})

test('on Bitcoin the site learns both addresses, their keys and purposes, which differ by network', async () => {
  const { openFrame } = await startTestLogins()
  const { ask, logIn } = openFrame(shop)
  await logIn()
  // the addresses of the generator of secp256k1, as BIP-173 and BIP-350 have them
  const point = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
  expect(await ask('GET_USER', { chainId: bitcoinMainnetId })).toMatchObject({
    chainId: bitcoinMainnetId,
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    accountAddresses: [
      {
        address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        publicKey: `02${point}`,
        purpose: 'payment',
      },
      { address: expect.stringMatching(/^bc1p/), publicKey: point, purpose: 'ordinals' },
    ],
  })
  expect(await ask('SWITCH_NETWORK', { chainId: bitcoinRegtestId })).toEqual({
    chainId: bitcoinRegtestId,
  })
  expect(await ask('GET_USER')).toMatchObject({
    chainId: bitcoinRegtestId,
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  })
  expect(await ask('INIT_SMART_ACCOUNT')).toEqual({
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    isDeployed: false,
  })
  expect(await ask('GET_USER', { chainId: 1 })).not.toHaveProperty('accountAddresses')
})

test('on Polkadot the site learns the address in the spelling of the network, and its key', async () => {
  const { openFrame } = await startTestLogins()
  const { ask, logIn } = openFrame(shop)
  await logIn()
  const seen: string[] = []
  for (const [chainId, form] of [
    [polkadotAssetHubId, /^1/],
    [kusamaAssetHubId, /^[C-J]/],
  ] as const) {
    expect(await ask('SWITCH_NETWORK', { chainId })).toEqual({ chainId })
    const { address, accountAddresses } = (await ask('GET_USER')) as Record<string, unknown>
    expect(address).toMatch(form)
    expect(accountAddresses).toEqual([{ address, publicKey: expect.stringMatching(/^46eb/) }])
    seen.push(addressKey(String(address)))
  }
  // both are spellings of the key in the account's record
  expect(seen).toEqual(Array(2).fill(addressKey(ann.addresses?.polkadot ?? '')))
})
