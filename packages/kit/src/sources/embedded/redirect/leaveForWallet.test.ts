import { redirectRequest } from '@latchkey/protocol/frame/frame'
import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import { parseSignIn } from '@latchkey/protocol/signIn/parseSignIn'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readShape } from '@latchkey/protocol/border'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit } from '../../../session/startTestKit.ts'
import type { Link, SignInOnConnect } from '../../../core/contracts/connectorSource.ts'
import type { SiwxAccount, SiwxMessageData, SiwxSession } from '../../../core/contracts/siwx.ts'
import { readStored, tabStorage } from '../../../core/storage/storage.ts'
import { createEmbedded } from '../createEmbedded.lazy.ts'
import { authId } from '../names.ts'
import { rememberedLogin } from '../memory.ts'
import { startTestFrame } from '../startTestFrame.ts'
import { startTestSite } from '../startTestSite.ts'
import { startTestTab } from './startTestTab.ts'
import { contextOf } from '../../../core/kit/context.ts'

beforeEach(() => void startTestPage())

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const addresses = { eip155: address, solana: '9'.repeat(40) }
const user = { payload: { address, chainId: 31_337, email: 'ann@example.org' } }
const answers = {
  CONNECT_WINDOW: { payload: { action: 'CONNECT' } },
  GET_USER: user,
  RPC_REQUEST: 'silence' as const,
  RESUME: { payload: { isConnected: true } },
  IS_CONNECTED: { payload: { isConnected: true } },
}
const connecting = {
  connectorId: authId,
  namespace: 'eip155',
  login: { email: 'ann@example.org' },
} as const

/** Starts a site's page, inside an app without windows or in a browser. */
function start({
  isInApp = true,
  isCutOff = false,
  changed = {},
  answer,
}: {
  isInApp?: boolean
  isCutOff?: boolean
  changed?: Parameters<typeof startTestFrame>[0]
  answer?: string
} = {}) {
  if (!tabStorage().getItem('@latchkey/away')) startTestTab()
  vi.stubGlobal('navigator', {
    userAgent: isInApp ? 'Mozilla/5.0 (iPhone) Instagram 405.0.0.0' : 'Mozilla/5.0',
    onLine: true,
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { kit, clock } = startTestKit()
  const testFrame = startTestFrame({ ...answers, ...changed }, { approvals: 'window' })
  onTestFinished(testFrame.close)
  const site = startTestSite({ isCutOff })
  return {
    kit,
    clock,
    other: testFrame,
    ...site,
    source: createEmbedded(kit, testFrame.view, site.page, answer),
  }
}
const idOf = async (testFrame: ReturnType<typeof startTestFrame>, name: string) => {
  await expect.poll(() => testFrame.requests.map((one) => one.name)).toContain(name)
  return testFrame.requests.findLast((one) => one.name === name)?.id ?? ''
}
const windowFor = (request: string, more = {}) => ({
  type: '@w3m-frame/WINDOW',
  payload: { id: crypto.randomUUID(), request, ...more },
})
/** The request in the address to which the tab navigated. */
const requestIn = (url = '') =>
  readShape(redirectRequest, JSON.parse(decodeURIComponent(url.split('#request=')[1] ?? '')))

/** The `request` function of a link's EIP-1193 provider. */
function requestOf(link: Link | undefined) {
  const provider = (link ?? expect.unreachable()).provider as {
    request: (call: object) => Promise<unknown>
  } // the provider of eip155 is an EIP-1193 provider
  return (call: object) => provider.request(call)
}

/** Starts a request of a connected visitor that stays pending. */
async function begin(
  options: Parameters<typeof start>[0] = {},
  params: unknown = [{ from: address, value: '0x1' }],
) {
  const started = start(options)
  const [link] = await started.source.connect(connecting)
  const request = requestOf(link)
  const sent = reasonOf(request({ method: 'eth_sendTransaction', params }))
  const id = await idOf(started.other, 'RPC_REQUEST')
  return { ...started, id, sent, request }
}

test('in an in-app browser the page leaves for the wallet with the request, without showing the frame', async () => {
  const { other: testFrame, left, id, page } = await begin()
  testFrame.sendEvent(windowFor(id))
  testFrame.sendEvent({ type: '@w3m-frame/SHOW', payload: { height: 200, title: 'Go on' } })
  await expect.poll(() => left).toHaveLength(1)
  const { origin, pathname } = new URL(page.href())
  expect(requestIn(left[0])).toMatchObject({
    id,
    name: 'RPC_REQUEST',
    payload: {
      method: 'eth_sendTransaction',
      params: [{ from: address, value: '0x1' }],
      chainId: 31_337,
    },
    returnTo: origin + pathname,
  })
  expect([
    left[0]?.startsWith('https://wallet.example.org/window?projectId=shop#request='),
    testFrame.shown,
  ]).toEqual([true, []])
  expect(readStored(tabStorage(), 'away')).toMatchObject({
    id,
    left: '?step=2#pay',
    method: 'eth_sendTransaction',
  })
})

test('in a browser a window opens; the page leaves when the frame reports that the visitor continues in this tab', async () => {
  const { other: testFrame, left, id } = await begin({ isInApp: false })
  testFrame.sendEvent(windowFor(id))
  await expect.poll(() => testFrame.shown).toHaveLength(1)
  expect(left).toEqual([])
  testFrame.sendEvent(windowFor(id, { here: true }))
  await expect.poll(() => left).toHaveLength(1)
})

test('a window event for an unknown request is ignored', async () => {
  const { other: testFrame, left, id } = await begin()
  testFrame.sendEvent(windowFor('another'))
  testFrame.sendEvent(windowFor(id))
  await expect.poll(() => left).toHaveLength(1)
  expect(requestIn(left[0]).id).toBe(id)
})

test('if the visitor returns by the back button, the request rejects with 4001 and is cancelled in the frame', async () => {
  const { other: testFrame, left, id, sent, comeBack: returnToPage } = await begin()
  testFrame.sendEvent(windowFor(id))
  await expect.poll(() => left).toHaveLength(1)
  returnToPage()
  expect(await sent).toMatchObject({ code: 4001 })
  expect(readStored(tabStorage(), 'away')).toBeUndefined()
  await expect
    .poll(() => testFrame.requests.at(-1))
    .toMatchObject({ name: 'RPC_ABORT', payload: { id } })
})

test('a request too large for an address fails with `limitExceeded`, and the page stays', async () => {
  const {
    other: testFrame,
    left,
    id,
    sent,
  } = await begin({}, [{ from: address, data: `0x${'00'.repeat(40_000)}` }])
  testFrame.sendEvent(windowFor(id))
  expect(await sent).toMatchObject({ code: 'limitExceeded' })
  expect(left).toEqual([])
})

test('a login leaves with the wanted network; after the return, the frame gets the account and the login connects', async () => {
  const first = start({ changed: { CONNECT_WINDOW: 'silence' } })
  const networkId = contextOf(first.kit).networks[1]?.networkId
  // this promise never settles, because the tab leaves the page first
  void first.source.connect({ ...connecting, ...(networkId && { networkId }) }).catch(() => {})
  const id = await idOf(first.other, 'CONNECT_WINDOW')
  first.other.sendEvent(windowFor(id))
  await expect.poll(() => first.left).toHaveLength(1)
  expect(requestIn(first.left[0])).toMatchObject({
    id,
    name: 'CONNECT_WINDOW',
    payload: { email: 'ann@example.org' },
    user: { chainId: 31_338 },
  })
  const answer = JSON.stringify({
    id,
    result: { action: 'CONNECT', addresses, email: 'ann@example.org' },
  })
  const { kit, source, other: testFrame } = start({ answer })
  // `kit.connect` calls only the source in this test
  kit.connect = async () => (await source.connect(connecting), { ok: true }) as never
  await expect
    .poll(() =>
      testFrame.requests.map(({ name }) => name).filter((name) => !name.startsWith('SYNC_')),
    )
    .toEqual(['RESUME', 'GET_USER'])
  expect(testFrame.requests.find(({ name }) => name === 'RESUME')?.payload).toEqual({
    addresses,
    email: 'ann@example.org',
  })
  expect(rememberedLogin(kit)).toMatchObject({ email: 'ann@example.org', addresses })
})

test('after the return, the same request gets the stored answer without the frame; a repeat is sent to the frame', async () => {
  const { other: testFrame, left, id } = await begin()
  testFrame.sendEvent(windowFor(id))
  await expect.poll(() => left).toHaveLength(1)
  const back = start({ answer: JSON.stringify({ id, result: '0xhash' }) })
  const [link] = await back.source
    .restore({ connectorId: authId, namespace: 'eip155' })
    .then(() => back.source.connect(connecting))
  const request = requestOf(link)
  const call = { method: 'eth_sendTransaction', params: [{ value: '0x1', from: address }] }
  expect(await request(call)).toBe('0xhash')
  expect(back.other.requests.map(({ name }) => name)).not.toContain('RPC_REQUEST')
  void request(call).catch(() => {}) // the request stays pending
  await idOf(back.other, 'RPC_REQUEST')
})

test('a sign-in signed within the login is passed to the site after the account connects', async () => {
  const text = formatSignIn({
    chainId: 'eip155:31337',
    accountAddress: address,
    domain: 'shop.example.org',
    uri: 'https://shop.example.org',
    version: '1',
    nonce: 'abcdefgh1234',
    issuedAt: new Date(0).toISOString(),
  })
  const first = start({ changed: { CONNECT_WINDOW: 'silence' } })
  const prepared: SiwxAccount[] = []
  const storedSessions: SiwxSession[] = []
  const signIn: SignInOnConnect = {
    // the cast is safe, because both types have the same fields
    prepare: async (account) => (prepared.push(account), parseSignIn(text) as SiwxMessageData),
    storeSessions: async (signed) => void storedSessions.push(...signed),
    requestsMessage: () => true,
    promptNext() {},
  }
  // this promise never settles, because the tab leaves the page first
  void first.source.connect({ ...connecting, signIn }).catch(() => {})
  const id = await idOf(first.other, 'CONNECT_WINDOW')
  first.other.sendEvent(windowFor(id))
  await expect.poll(() => first.left).toHaveLength(1)
  expect(requestIn(first.left[0]).user).toMatchObject({
    chainId: 31_337,
    siwxMessage: { nonce: 'abcdefgh1234', chainId: 31_337 },
  })
  const { kit, source } = start({
    answer: JSON.stringify({
      id,
      result: { action: 'CONNECT', addresses, email: null, message: text, signature: '0xsigned' },
    }),
  })
  // `kit.connect` calls only the source in this test
  kit.connect = async () => (await source.connect({ ...connecting, signIn }), { ok: true }) as never
  await expect
    .poll(() => storedSessions)
    .toMatchObject([
      {
        message: text,
        signature: '0xsigned',
        data: { accountAddress: address, nonce: 'abcdefgh1234' },
      },
    ])
  expect(prepared).toHaveLength(1)
})

test('if the page’s policy cuts windows off, a toast is shown for 2 s before the tab leaves', async () => {
  const {
    kit,
    clock,
    source,
    other: testFrame,
    left,
  } = start({
    isInApp: false,
    isCutOff: true,
    changed: { CONNECT_WINDOW: 'silence' },
  })
  contextOf(kit).hasProvider = true
  const stop = new AbortController()
  const connected = reasonOf(source.connect({ ...connecting, signal: stop.signal }))
  testFrame.sendEvent(windowFor(await idOf(testFrame, 'CONNECT_WINDOW')))
  await expect.poll(() => kit.getState().toast).toMatchObject({ message: 'tabContinues' })
  expect(kit.getState().modal.open).toBe(true)
  clock.advance(1_999)
  expect(left).toEqual([])
  clock.advance(1)
  await expect.poll(() => left).toHaveLength(1)
  expect(testFrame.shown).toEqual([]) // no window was opened
  stop.abort()
  await connected
})

test('if the page’s policy cuts windows off, a request of a restored login leaves in this tab', async () => {
  const { source, other: testFrame, left } = start({ isInApp: false, isCutOff: true })
  const [link] = await source.restore({ connectorId: authId, namespace: 'eip155' })
  // the request stays pending
  requestOf(link)({ method: 'personal_sign', params: ['0x00', address] }).catch(() => {})
  testFrame.sendEvent(windowFor(await idOf(testFrame, 'RPC_REQUEST')))
  await expect.poll(() => left).toHaveLength(1)
  expect(testFrame.shown).toEqual([])
})

test('an abort during the toast keeps the tab on the page; later frame events are still shown', async () => {
  const {
    kit,
    clock,
    source,
    other: testFrame,
    left,
  } = start({
    isInApp: false,
    isCutOff: true,
    changed: { CONNECT_WINDOW: 'silence' },
  })
  contextOf(kit).hasProvider = true
  const stop = new AbortController()
  const connected = reasonOf(source.connect({ ...connecting, signal: stop.signal }))
  testFrame.sendEvent(windowFor(await idOf(testFrame, 'CONNECT_WINDOW')))
  await expect.poll(() => kit.getState().toast).toMatchObject({ message: 'tabContinues' })
  stop.abort()
  expect(await connected).toMatchObject({ code: 'requestAborted' })
  clock.advance(2_000)
  const next = { height: 200, title: 'Sign in' }
  await expect
    .poll(() => {
      testFrame.sendEvent({ type: '@w3m-frame/SHOW', payload: next })
      return testFrame.shown
    })
    .toContainEqual(next)
  expect(left).toEqual([])
})
