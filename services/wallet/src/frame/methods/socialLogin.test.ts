import {
  answerJoin,
  finishSocial,
  startFarcaster,
  startSocial,
  waitForFarcaster,
} from '@latchkey/protocol/walletServer'
import { afterEach, expect, test, vi } from 'vitest'
import { fault } from '../bridge/Fault.ts'
import {
  ann,
  ben,
  shop,
  startTestLogins,
  foreignSite,
  walletOrigin,
} from '../testing/startTestLogins.ts'

afterEach(() => void vi.useRealTimers())

const [id, other] = ['4f9b8a52-6a0e-4c0f-9a56-1f0f5b3f8f10', '11111111-6a0e-4c0f-9a56-1f0f5b3f8f10']
const uri = 'https://accounts.google.example/authorize'
const done = (query = '') => `${walletOrigin}/social/done?id=${id}${query}`
const result = { type: '@latchkey/social', id, result: 'secret-of-the-window' }

/**
 * A browser in which a company logs Ann in, and the requests that the server got. `outcome`:
 * the result of her login.
 */
async function start(outcome: object = { action: 'connected' }) {
  const started = await startTestLogins()
  const requests: [path: string, params: object][] = []
  started.state.answer = (path, params) => {
    requests.push([path, params])
    if (path === startSocial.path) return { id, uri }
    if (path === startFarcaster.path) return { uri: 'https://farcaster.example/siwf', expiresAt: 7 }
    if (path === finishSocial.path || path === waitForFarcaster.path) {
      if ('action' in outcome && outcome.action === 'connected')
        started.state.user = started.state.next
      return outcome
    }
    return undefined
  }
  /** The tab went to the company and came back with a result. */
  const comeBack = async ({ ask }: ReturnType<typeof started.openFrame>) => {
    await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google', returnTo: `${shop}/` })
    return ask('CONNECT_SOCIAL', { uri: done('&result=of-the-page') })
  }
  return { ...started, requests, comeBack }
}

test('the frame gets the result of a social login, the site does not, and the account opens', async () => {
  const { openFrame, requests } = await start()
  const { ask, post } = openFrame(shop)
  expect(await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })).toEqual({ uri })
  expect(requests[0]).toEqual([
    startSocial.path,
    { provider: 'google', projectId: null, origin: shop, locale: 'en' },
  ])
  post(result)
  expect(await ask('CONNECT_SOCIAL', { uri: done() })).toEqual({ action: 'CONNECT' })
  expect(requests.at(-2)).toEqual([finishSocial.path, { id, result: result.result, origin: shop }])
  expect(await ask('GET_USER')).toMatchObject({ address: ann.addresses?.eip155, userName: null })
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: true })
  expect(await openFrame(foreignSite).ask('IS_CONNECTED')).toEqual({ isConnected: false })
})

test('a result that arrives within 10 s of the site’s request is used, and without one the code expires', async () => {
  vi.useFakeTimers()
  const { openFrame } = await start()
  const { ask, post } = openFrame(shop)
  await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })
  const late = ask('CONNECT_SOCIAL', { uri: done() })
  await vi.advanceTimersByTimeAsync(9_000)
  post(result)
  expect(await late).toEqual({ action: 'CONNECT' })
  await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })
  const never = Promise.allSettled([ask('CONNECT_SOCIAL', { uri: done() })])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await never).toMatchObject([{ reason: { code: 'codeExpired' } }])
})

test.for([
  ['from another origin', [result, shop]],
  ['of another attempt', [{ ...result, id: other }]],
  ['of another type', [{ ...result, type: '@latchkey/hello' }]],
  ['without a result text', [{ ...result, result: 7 }]],
  ['without data', [null]],
] as const)('a message of the login window is ignored: %s', async ([, [message, origin]]) => {
  vi.useFakeTimers()
  const { openFrame, requests } = await start()
  const { ask, post } = openFrame(shop)
  await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })
  post(message, origin)
  const ended = Promise.allSettled([ask('CONNECT_SOCIAL', { uri: done() })])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await ended).toMatchObject([{ reason: { code: 'codeExpired' } }])
  expect(requests.map(([path]) => path)).not.toContain(finishSocial.path)
})

test('only the first result of a social login is used, and only once', async () => {
  const { openFrame, requests } = await start()
  const { ask, post } = openFrame(shop)
  post({ ...result, result: 'before-anybody-asked' })
  await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })
  post(result)
  post({ ...result, result: 'second' })
  await ask('CONNECT_SOCIAL', { uri: done() })
  expect(requests.filter(([path]) => path === finishSocial.path)).toEqual([
    [finishSocial.path, { id, result: result.result, origin: shop }],
  ])
  await expect(ask('CONNECT_SOCIAL', { uri: done() })).rejects.toMatchObject({
    code: 'codeExpired',
  })
})

test('after a redirect of the whole page, the result is read from the URL', async () => {
  const { openFrame, requests } = await start()
  await openFrame(shop).ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google', returnTo: `${shop}/` })
  expect(await openFrame(shop).ask('CONNECT_SOCIAL', { uri: done('&result=of-the-page') })).toEqual(
    { action: 'CONNECT' },
  )
  expect(requests.find(([path]) => path === finishSocial.path)).toEqual([
    finishSocial.path,
    { id, result: 'of-the-page', origin: shop },
  ])
})

test('with a popup, a result in the URL is ignored', async () => {
  vi.useFakeTimers()
  const { openFrame, requests } = await start()
  const { ask } = openFrame(shop)
  await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })
  const ended = Promise.allSettled([
    ask('CONNECT_SOCIAL', { uri: done('&result=of-the-site') }),
    ask('CONNECT_SOCIAL', { uri: done('&result=of-the-site').replace(id, other) }),
  ])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await ended).toMatchObject([
    { reason: { code: 'codeExpired' } },
    { reason: { code: 'codeExpired' } },
  ])
  expect(requests.map(([path]) => path)).not.toContain(finishSocial.path)
})

test.for([
  ['https://wallet.example.evil.example/social/done?id=1', 'socialUntrusted'],
  [`${shop}/social/done?id=${id}&result=x`, 'socialUntrusted'],
  [`http://wallet.example/social/done?id=${id}&result=x`, 'socialUntrusted'],
  [`${walletOrigin}/social/other?id=${id}&result=x`, 'socialUntrusted'],
  [`${walletOrigin}/social/done?id=1`, 'socialUntrusted'],
  ['no address', 'socialUntrusted'],
  [done('&error=socialRefused'), 'socialRefused'],
  [done('&error=codeExpired'), 'codeExpired'],
  [`${walletOrigin}/social/done?error=socialRefused`, 'socialRefused'],
] as const)(
  'the URL %s is rejected with %s, and the server gets no request',
  async ([result, code]) => {
    const { openFrame, requests } = await start()
    await expect(openFrame(shop).ask('CONNECT_SOCIAL', { uri: result })).rejects.toMatchObject({
      code,
    })
    expect(requests).toEqual([])
  },
)

test('a login with a company that is not offered is rejected with `loginNotOffered`', async () => {
  const { openFrame, state } = await start()
  state.answer = () => {
    throw fault('methodNotOffered')
  }
  const { ask } = openFrame(shop)
  await expect(ask('GET_SOCIAL_REDIRECT_URI', { provider: 'x' })).rejects.toMatchObject({
    code: 'loginNotOffered',
  })
  await expect(ask('GET_FARCASTER_URI')).rejects.toMatchObject({ code: 'loginNotOffered' })
  await expect(ask('GET_SOCIAL_REDIRECT_URI', { provider: 'myspace' })).rejects.toMatchObject({
    code: -32602,
  })
})

test('in a new browser the login waits for the link', async () => {
  const { openFrame, comeBack } = await start({ action: 'device' })
  const frame = openFrame(shop)
  const { ask } = frame
  expect(await comeBack(frame)).toEqual({ action: 'VERIFY_DEVICE' })
  await expect(ask('GET_USER')).rejects.toMatchObject({ code: 'loginRequired' })
  await ask('CONNECT_DEVICE')
  expect(await ask('GET_USER')).toMatchObject({ address: ann.addresses?.eip155 })
})

test('when wallets can be joined, the frame asks the visitor before the account opens, also after a reload', async () => {
  const { openFrame, state, comeBack } = await start({ action: 'join', ways: ['email', 'github'] })
  expect(await comeBack(openFrame(shop))).toEqual({ action: 'CONNECT' })
  // the visitor sees no question on the other site
  await expect(openFrame(foreignSite).ask('GET_USER')).rejects.toMatchObject({
    code: 'loginRequired',
  })
  const shown: string[] = []
  state.show = (title) => {
    shown.push(title)
    state.user = ann
  }
  const again = openFrame(shop)
  expect(await again.ask('GET_USER')).toMatchObject({ address: ann.addresses?.eip155 })
  expect(await again.ask('GET_USER')).toMatchObject({ address: ann.addresses?.eip155 })
  expect(shown).toEqual(['One wallet or two?'])
})

test('closing the join question ends the login, and a new login does not show the question', async () => {
  const { openFrame, state, requests, comeBack } = await start({ action: 'join', ways: ['google'] })
  const frame = openFrame(shop)
  const { ask } = frame
  await comeBack(frame)
  await expect(ask('GET_USER')).rejects.toMatchObject({ code: 4001 })
  expect(requests.at(-1)).toEqual([answerJoin.path, { join: null, origin: shop }])
  await expect(ask('GET_USER')).rejects.toMatchObject({ code: 'loginRequired' })
  await comeBack(frame)
  await ask('CONNECT_EMAIL', { email: 'ben@example.org' })
  state.next = ben
  await ask('CONNECT_OTP', { otp: '123456' })
  // GET_USER creates the password of a new account, without a question about joining
  await expect(ask('GET_USER')).rejects.toMatchObject({ code: 4001 })
})

test('an expired join question is not shown', async () => {
  const { openFrame, store, comeBack } = await start({ action: 'join', ways: ['google'] })
  const frame = openFrame(shop)
  const { ask } = frame
  await comeBack(frame)
  await store.set(`join:${shop}`, { ways: ['google'], until: Date.now() - 1 })
  await expect(ask('GET_USER')).rejects.toMatchObject({ code: 'loginRequired' })
})

test('a Farcaster login opens the account after its approval, also after a network error', async () => {
  vi.useFakeTimers()
  const { openFrame, state } = await start()
  const answers: (() => unknown)[] = [
    () => ({ action: 'waiting' }),
    () => {
      throw fault('httpFailed')
    },
    () => ((state.user = { ...ann, userName: 'ann.eth' }), { action: 'connected' }),
  ]
  const before = state.answer
  state.answer = (path, params) =>
    path === waitForFarcaster.path ? answers.shift()?.() : before(path, params)
  const { ask } = openFrame(shop)
  expect(await ask('GET_FARCASTER_URI')).toEqual({
    url: 'https://farcaster.example/siwf',
    expiresAt: 7,
  })
  const connected = ask('CONNECT_FARCASTER')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await connected).toEqual({ userName: 'ann.eth', action: 'CONNECT' })
  expect(await ask('GET_USER')).toMatchObject({ userName: 'ann.eth' })
})

test('on a network without their contracts there are no smart accounts, and the kind of account is stored', async () => {
  const { openFrame, comeBack, state } = await start()
  const { answer } = state
  state.answer = (path, params) => (path === '/v1/rpc' ? { result: '0x' } : answer(path, params))
  const frame = openFrame(shop)
  const { ask } = frame
  expect(await ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toEqual({
    smartAccountEnabledNetworks: [],
  })
  await expect(ask('INIT_SMART_ACCOUNT')).rejects.toMatchObject({ code: 'loginRequired' })
  await expect(ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).rejects.toMatchObject({
    code: 'loginRequired',
  })
  await comeBack(frame)
  const address = ann.addresses?.eip155
  expect(await ask('GET_USER')).toMatchObject({
    accounts: [{ address, type: 'eoa' }],
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
  })
  for (const type of ['eoa', 'smartAccount'])
    expect(await ask('SET_PREFERRED_ACCOUNT', { type })).toEqual({ type, address })
  expect(await ask('INIT_SMART_ACCOUNT')).toEqual({ address, isDeployed: false })
})

test('without an answer of the node the account is a plain one for now', async () => {
  const { openFrame, comeBack, state } = await start()
  const { answer } = state
  state.answer = (path, params) => {
    if (path === '/v1/rpc') throw fault('unavailable')
    return answer(path, params)
  }
  const frame = openFrame(shop)
  await expect(frame.ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).rejects.toMatchObject({
    code: 'unavailable',
  })
  await comeBack(frame)
  const user = await frame.ask('GET_USER')
  expect(user).toMatchObject({ preferredAccountType: 'eoa' })
  expect(user).not.toHaveProperty('smartAccountDeployed')
})

test('the request RELOAD is answered before the page reloads', async () => {
  const { openFrame, state } = await start()
  await openFrame(shop).ask('RELOAD')
  expect(state.requests).toEqual([])
  await expect.poll(() => state.requests).toEqual(['reload'])
})
