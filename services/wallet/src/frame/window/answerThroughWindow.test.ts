import { readFile } from 'node:fs/promises'
import { signingMethods } from '@latchkey/protocol/rpc'
import { startEmail } from '@latchkey/protocol/walletServer'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOwnSignIn } from '../approve/message/isOwnSignIn.ts'
import { fault } from '../bridge/Fault.ts'
import { faults } from '../bridge/faults.ts'
import type { Request } from '../bridge/servePort.ts'
import { answers } from '../methods/index.ts'
import type { SceneOptions } from '../stage/createStage.ts'
import { ann, shop, startTestLogins } from '../testing/startTestLogins.ts'
import { answerThroughWindow } from './answerThroughWindow.ts'
import type { WindowClient } from './createWindowClient.ts'

/**
 * All methods that the wallet itself answers or refuses: the methods in the table, and methods that
 * only other wallets have.
 */
const table = await readFile(new URL('../rpc/signingMethods.ts', import.meta.url), 'utf8')
const methods = [
  ...new Set([
    ...signingMethods,
    ...Array.from(table.matchAll(/^ {2}\['(\w+)'/gm), ([, name = '']) => name),
  ]),
]

const solana = {
  networkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana',
  currency: { symbol: 'SOL', decimals: 9 },
}
// with its checksum, as in a sign-in
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const user = { ...ann, addresses: { eip155: address, solana: ann.addresses?.solana ?? '' } }

/** Stubs a browser that reports what covers a frame, or a browser that does not. */
const stubBrowser = (isReported: boolean) =>
  vi.stubGlobal('IntersectionObserverEntry', { prototype: isReported ? { isVisible: false } : {} })
beforeEach(() => void stubBrowser(true))
afterEach(() => void vi.unstubAllGlobals())

/**
 * The frame in the page of a foreign site on which Ann has logged in. It records the screens
 * in the page and the requests to the window.
 */
async function start() {
  const { openFrame, state, store } = await startTestLogins()
  state.user = user
  state.next = user
  for (const [name, value] of [...store.stored])
    if (name.startsWith('share:'))
      store.stored.set(
        `share:${address.toLowerCase()}`,
        Object.assign({ ...(value as object) }, { addresses: user.addresses }),
      ) // the test's share is not decrypted
  const { wallet: made, logIn } = openFrame(shop)
  await logIn()
  await store.set('current', address)
  await store.set('network', 'eip155:10')
  const inPage: unknown[] = []
  const inWindow: { name: string; payload: unknown }[] = []
  async function ask<params, result>({ params }: SceneOptions<params, result>): Promise<result> {
    inPage.push(params)
    throw fault('userRejected')
  }
  const networks = [
    ...made.settings.networks,
    { networkId: 'eip155:10', name: 'Optimism', currency: { symbol: 'ETH', decimals: 18 } },
    solana,
  ]
  const wallet = {
    ...made,
    stage: { ...made.stage, ask },
    settings: { ...made.settings, networks },
  }
  const client = {
    ask: async (name: string, payload: unknown) => (
      inWindow.push({ name, payload }), 'of the window'
    ),
  } as unknown as WindowClient // only the members that are used
  async function send(name: string, payload?: unknown) {
    const answer = answers.find((candidate) => candidate.name === name)
    if (!answer) throw new Error(`There is no ${name}`)
    const request: Request = { id: '1', signal: new AbortController().signal, wait() {} }
    return answerThroughWindow(wallet, client, {
      answer,
      payload,
      request,
      open: { abort() {} },
    }).catch((error: { code?: unknown }) => error.code ?? error)
  }
  const rpc = (method: string, params?: unknown, chainId?: unknown) =>
    send('RPC_REQUEST', { method, params, ...(chainId !== undefined && { chainId }) })
  return { send, rpc, wallet, inPage, inWindow, state }
}

const signIn = (changes: { host?: string; chain?: number; more?: string; at?: string } = {}) => {
  const { host = new URL(shop).host, chain = 10, more = '', at = address } = changes
  return `${host} wants you to sign in with your Ethereum account:\n${at}\n\n\nURI: https://${host}\nVersion: 1\nChain ID: ${chain}\nNonce: abcdefgh1234\nIssued At: ${new Date().toISOString()}${more}`
}

test('the frame answers reads without the window', async () => {
  const { rpc, send, inPage, inWindow } = await start()
  expect([
    await rpc('eth_chainId'),
    await rpc('eth_accounts'),
    await send('IS_CONNECTED'),
    await send('GET_CHAIN_ID'),
  ]).toMatchObject(['0xa', [address], { isConnected: true }, { chainId: 10 }])
  expect(await rpc('wallet_getCapabilities', [address])).not.toBe('of the window')
  expect([inPage, inWindow]).toEqual([[], []])
})

test('a sign-in for the site’s own domain is shown in the page, and opens no window', async () => {
  const { rpc, inPage, inWindow } = await start()
  expect(await rpc('personal_sign', [signIn(), address])).toBe(4001)
  expect([inPage.length, inWindow]).toEqual([1, []])
})

test('in a browser that cannot detect covers, the site’s own sign-in is sent to the window, too', async () => {
  const { rpc, inPage, inWindow } = await start()
  stubBrowser(false)
  expect(await rpc('personal_sign', [signIn(), address])).toBe('of the window')
  expect([inPage, inWindow.length]).toEqual([[], 1])
})

test.each([
  ['another domain', signIn({ host: 'bank.example' })],
  ['another network', signIn({ chain: 1 })],
  ['another account', signIn({ at: `0x${'1'.repeat(40)}` })],
  ['resources', signIn({ more: '\nResources:\n- https://shop.example/a' })],
  ['an additional line', `${signIn()}\n`],
  [
    'an expiration time in the past',
    signIn({ more: '\nExpiration Time: 2020-01-01T00:00:00.000Z' }),
  ],
  ['bytes that are not text', `0x${'ff'.repeat(32)}`],
  ['any other text', 'Hello'],
])('a message with %s is sent to the window', async (_, message) => {
  const { rpc, inPage, inWindow } = await start()
  expect(await rpc('personal_sign', [message, address])).toBe('of the window')
  expect([inPage, inWindow.length]).toEqual([[], 1])
})

test('the window gets the frame’s network, or the network in the request', async () => {
  const { rpc, inWindow } = await start()
  await rpc('personal_sign', ['0x31', address])
  await rpc('personal_sign', ['0x31', address], 'eip155:1')
  await rpc(
    'solana_signMessage',
    { message: '2J', pubkey: user.addresses.solana },
    solana.networkId,
  )
  expect(inWindow.map(({ payload }) => (payload as { chainId: unknown }).chainId)).toEqual(
    [10, 'eip155:1', solana.networkId].slice(0, inWindow.length),
  )
  expect(inWindow.length).toBeGreaterThanOrEqual(2)
})

test('a login is sent to the window, and counts as fresh in the frame', async () => {
  const { send, inPage, inWindow, wallet } = await start()
  wallet.freshLogin.isOpen = false
  expect(await send('CONNECT_WINDOW', { email: 'ann@example.org' })).toBe('of the window')
  expect([inPage, inWindow, wallet.freshLogin.isOpen]).toEqual([
    [],
    [{ name: 'CONNECT_WINDOW', payload: { email: 'ann@example.org' } }],
    true,
  ])
})

test('a login with `signIn: false` does not count as fresh', async () => {
  const { send, wallet } = await start()
  for (const signIn of [true, false]) {
    wallet.freshLogin.isOpen = false
    await send('CONNECT_WINDOW', { signIn })
    expect(wallet.freshLogin.isOpen).toBe(signIn)
  }
})

test('on a foreign site a login by e-mail is sent to the window, and the page accepts no code', async () => {
  const { send, inPage, inWindow, state } = await start()
  state.requests.length = 0
  expect(await send('CONNECT_EMAIL', { email: 'ben@example.org' })).toBe('of the window')
  expect([inPage, inWindow, state.requests.filter((path) => path === startEmail.path)]).toEqual([
    [],
    [{ name: 'CONNECT_WINDOW', payload: { email: 'ben@example.org' } }],
    [],
  ])
  expect([
    await send('CONNECT_OTP', { otp: '123456' }),
    await send('CONNECT_EMAIL', { email: 7 }),
  ]).toEqual(['codeExpired', -32602])
})

test('on a foreign site a login by Farcaster is rejected with `loginNotOffered`, as its QR code could be another person’s', async () => {
  const { send, inPage, inWindow, state } = await start()
  state.requests.length = 0
  expect(await send('GET_FARCASTER_URI')).toBe('loginNotOffered')
  expect([inPage, inWindow, state.requests]).toEqual([[], [], []])
})

test('a visitor who is already logged in with the same e-mail address needs no window', async () => {
  const { send, inWindow } = await start()
  expect(await send('CONNECT_EMAIL', { email: ' Ann@example.org ' })).toEqual({ action: 'CONNECT' })
  expect(inWindow).toEqual([])
})

test('the settings open in the window, at the place that the site names', async () => {
  const { send, inPage, inWindow } = await start()
  for (const payload of [undefined, { place: 'email' }])
    expect(await send('OPEN_SETTINGS', payload)).toBe('of the window')
  expect([inPage, inWindow]).toEqual([
    [],
    [
      { name: 'OPEN_SETTINGS', payload: undefined },
      { name: 'OPEN_SETTINGS', payload: { place: 'email' } },
    ],
  ])
  expect(await send('OPEN_SETTINGS', { place: 'export' })).toBe(-32602)
})

test('a request that the frame rejects opens no window', async () => {
  const { rpc, send, inWindow } = await start()
  expect([
    await rpc('eth_sign'),
    await rpc('personal_sign', ['0x31', `0x${'1'.repeat(40)}`]),
    await send('RPC_REQUEST', { method: 1 }),
  ]).toEqual(
    ['rpcNotAllowed', 4100, -32602].map((code) => (code === -32602 ? expect.anything() : code)),
  )
  expect(inWindow).toEqual([])
})

/**
 * Requests that a site may send: known names with parameters that match, almost match, or do
 * not match.
 */
const typedData = JSON.stringify({
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Mail: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Mail',
  domain: { name: 'Shop' },
  message: { text: 'Hi' },
})
const transaction = { from: address, to: `0x${'1'.repeat(40)}`, value: '0x1' }
const fitting = fc.constantFrom<unknown>(
  [signIn(), address],
  [signIn({ host: 'bank.example' }), address],
  ['0x31', address],
  [address, typedData],
  [transaction],
  [
    {
      version: '2.0.0',
      from: address,
      chainId: '0xa',
      atomicRequired: false,
      calls: [{ to: transaction.to, value: '0x1' }],
    },
  ],
  [{ chainId: '0x1' }],
  [{ eth_accounts: {} }],
  { message: '2J', pubkey: user.addresses.solana },
  { message: '2J', transaction: '2J', transactions: ['2J'], pubkey: user.addresses.solana },
  [],
  undefined,
)
const method = fc.oneof(
  fc.constantFrom(...methods, 'wallet_watchAsset', 'eth_accounts'),
  fc.string({ maxLength: 20 }),
)
const chain = fc.constantFrom(
  undefined,
  'eip155:1',
  'eip155:10',
  10,
  'eip155:137',
  solana.networkId,
)
const rpcPayload = fc.record({
  method,
  params: fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: fc.anything() }),
  chainId: chain,
})
const login = fc.constantFrom<unknown>(
  { email: 'ben@example.org' },
  { otp: '123456' },
  { uri: 'https://wallet.example/social/done?id=1&result=2' },
  { social: 'google' },
  { provider: 'google' },
  { chainId: 1 },
  {
    siwxMessage: {
      chainId: 10,
      domain: 'shop.example',
      uri: shop,
      version: '1',
      nonce: 'abcdefgh1234',
      issuedAt: new Date().toISOString(),
    },
  },
  {},
  undefined,
)
const ownSignIn = fc
  .constantFrom(signIn(), signIn({ chain: 1 }), signIn({ host: 'bank.example' }))
  .map((text) => ({
    name: 'RPC_REQUEST',
    payload: { method: 'personal_sign', params: [text, address] } as unknown,
  }))
const request = fc.oneof(
  ownSignIn,
  rpcPayload.map((payload) => ({ name: 'RPC_REQUEST', payload: payload as unknown })),
  fc.record({
    name: fc.constantFrom(...answers.map(({ name }) => name).filter((name) => name !== 'RELOAD')),
    payload: fc.oneof(login, fc.anything()),
  }),
)

const isShownBytes = (
  params: unknown,
): params is { bytes: Uint8Array; network: Parameters<typeof isOwnSignIn>[1]['network'] } =>
  typeof params === 'object' && params !== null && 'bytes' in params && 'network' in params

test('a request of a foreign site is never shown in the page, except the site’s own sign-in', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('No network')))
  const shown = { own: 0, window: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 4 }), async (requests) => {
      const { send, inPage, inWindow } = await start()
      for (const { name, payload } of requests)
        await Promise.race([send(name, payload), new Promise((resolve) => setTimeout(resolve, 50))])
      for (const params of inPage)
        expect(
          isShownBytes(params) &&
            isOwnSignIn(params.bytes, { origin: shop, address, network: params.network }),
        ).toBe(true)
      shown.own += inPage.length
      shown.window += inWindow.length
    }),
    { numRuns: 150 },
  )
  expect(Math.min(shown.own, shown.window)).toBeGreaterThan(0)
}, 60_000)

/** Methods that need a signature of the visitor. */
const asking = methods.filter((name) =>
  /^(eth_sign|personal_sign|eth_send|wallet_sendCalls|solana_)/.test(name),
)
test.each(asking)(
  '%s is never answered in the page, but rejected or sent to the window',
  async (name) => {
    const { rpc, inPage, inWindow } = await start()
    const outcomes: unknown[] = []
    for (const chainId of [undefined, solana.networkId])
      for (const params of [
        ['0x31', address],
        [address, typedData],
        [transaction],
        [
          {
            version: '2.0.0',
            from: address,
            chainId: '0xa',
            calls: [{ to: transaction.to, value: '0x1' }],
            atomicRequired: false,
          },
        ],
        { message: '2J', pubkey: user.addresses.solana },
      ])
        outcomes.push(await rpc(name, params, chainId))
    const isRefusal = (outcome: unknown) =>
      typeof outcome === 'number' || (typeof outcome === 'string' && outcome in faults)
    expect([
      inPage,
      outcomes.filter((outcome) => outcome !== 'of the window' && !isRefusal(outcome)),
    ]).toEqual([[], []])
    expect(outcomes.filter((outcome) => outcome === 'of the window').length).toBe(inWindow.length)
    if (
      [
        'personal_sign',
        'eth_signTypedData_v4',
        'eth_signTypedData_v3',
        'eth_sendTransaction',
        'wallet_sendCalls',
        'solana_signMessage',
      ].includes(name)
    )
      expect(inWindow.length).toBeGreaterThan(0)
  },
)
