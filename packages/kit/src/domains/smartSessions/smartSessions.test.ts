import { readCaveats } from '@latchkey/protocol/sessions/caveats'
import { delegationTypedData, readContext } from '@latchkey/protocol/sessions/delegation'
import type { GrantRequest } from '@latchkey/protocol/sessions/grant'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import { toFunctionSelector, verifyTypedData } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainOfDeployment } from '../../../../../devnet/src/chainOfDeployment.ts'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import type { Devnet } from '../../../../../devnet/src/startDevnet.ts'
import { createApi } from '../../../../../services/api/src/createApi.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { systemClock } from '../../core/page/clock.ts'
import { reasonOf, startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import type { WalletChain } from '../../testing/walletChain.ts'
import type { WalletGrants } from '../../testing/grants/walletGrants.ts'

let devnet: Devnet
let chains: [WalletChain, WalletChain]
let api: ReturnType<typeof createApi>
let apiUrl: string
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
  const [first, second] = devnet.chains
  if (!first || !second) throw new Error('The devnet has two chains')
  chains = [
    { id: first.chainId, name: 'First', rpcUrl: first.url },
    { id: second.chainId, name: 'Second', rpcUrl: second.url },
  ]
  api = createApi({
    chains: devnet.chains.map((chain) => chainOfDeployment(chain.deployment, chain.url)),
    database: 'memory',
    sessions: {},
  })
  apiUrl = (await api.listen({ port: 0 })).url
}, 60_000)
afterAll(() => Promise.all([api.close(), devnet.close()]))

beforeEach(() => void startTestPage())

const now = () => Math.floor(Date.now() / 1_000)
const shop = '0x00000000000000000000000000000000000000b7'
const usdc = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const hour = 3_600
/** 10 USDC each day, for a week. */
const daily = (changes: Partial<GrantRequest> = {}): GrantRequest => ({
  to: shop,
  permission: {
    type: 'erc20-token-periodic',
    data: { tokenAddress: usdc, periodAmount: 10_000_000n, periodDuration: 24 * hour },
  },
  expiry: now() + 7 * 24 * hour,
  ...changes,
})
/** 0.5 of the native currency in all. */
const once = (changes: Partial<GrantRequest> = {}): GrantRequest =>
  daily({
    permission: { type: 'native-token-allowance', data: { allowanceAmount: 5n * 10n ** 17n } },
    ...changes,
  })

/** A kit that is connected to a wallet that grants permissions. */
async function begin(
  grants: WalletGrants | 'none' = { dialect: 'today' },
  options: Partial<KitOptions> = {},
) {
  const wallet = startTestWallet({ chains, ...(grants !== 'none' && { grants }) })
  const { kit } = startTestKit({
    chains,
    clock: systemClock,
    features: { smartSessions: true },
    ...options,
  })
  await kit.connect({ connectorId: wallet.info.rdns })
  return { kit, wallet }
}

const signedTerms = (context: unknown) => {
  const delegation = readContext(context)
  return delegation && readCaveats(delegation.caveats)
}

describe.each(['today', '2024'] as const)('a wallet of the dialect of %s', (dialect) => {
  test('grants a permission, which the account has signed', async () => {
    const { kit } = await begin({ dialect })
    const grant = await kit.grantPermissions(once({ maxUses: 3 }))
    expect(grant).toMatchObject({
      chainId: 31_337,
      from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      to: '0x00000000000000000000000000000000000000b7',
      delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
      permission: {
        type: 'native-token-allowance',
        data: { allowanceAmount: '0x6f05b59d3b20000' },
      },
      rules: expect.arrayContaining([
        { type: 'call-limit', data: { count: 3 } },
        { type: 'redeemer', data: { addresses: [shop] } },
      ]),
    })
    expect(() => JSON.stringify(grant)).not.toThrow()
    const delegation = readContext(grant.context)
    if (!delegation) throw new Error('unreadable')
    const { signature, ...unsigned } = delegation
    expect(
      await verifyTypedData({
        address: grant.from,
        ...delegationTypedData(unsigned, 31_337),
        signature,
      }),
    ).toBe(true)
  })

  test('grants what is left after its owner has lowered it', async () => {
    const adjust = (terms: SessionTerms): SessionTerms => ({
      ...terms,
      what: { ...terms.what, amount: 7n } as SessionTerms['what'], // an allowance
      expiry: terms.expiry - hour,
    })
    const { kit } = await begin({ dialect, adjust })
    const request = once()
    expect(await kit.grantPermissions(request)).toMatchObject({
      permission: { data: { allowanceAmount: '0x7' } },
      expiry: request.expiry - hour,
    })
  })

  const wider: readonly [string, (terms: SessionTerms) => SessionTerms][] = [
    ['a later end', (terms) => ({ ...terms, expiry: terms.expiry + 1 })],
    ['more uses', (terms) => ({ ...terms, maxUses: 4n })],
    [
      'a larger amount',
      ({ what, ...terms }) => ({
        ...terms,
        what: { ...what, amount: 5n * 10n ** 17n + 1n } as never,
      }),
    ], // an allowance
    ['another redeemer', (terms) => ({ ...terms, redeemers: [usdc] })],
    ['one more redeemer', (terms) => ({ ...terms, redeemers: [...terms.redeemers, usdc] })],
    ['a token', ({ what, ...terms }) => ({ ...terms, what: { ...what, token: usdc } as never })], // an allowance
  ]
  test.each(wider)('a wider grant is refused: %s', async (_, adjust) => {
    const { kit } = await begin({ dialect, adjust })
    expect(await reasonOf(kit.grantPermissions(once({ maxUses: 3 })))).toMatchObject({
      code: 'grantChanged',
    })
  })

  test('passes the refusal of its owner on', async () => {
    const { kit, wallet } = await begin({ dialect })
    wallet.setBehaviour('refuse')
    expect(await reasonOf(kit.grantPermissions(once()))).toMatchObject({ code: 'userRejected' })
  })
})

test('a grant of more than the site asked for is refused', async () => {
  const { kit } = await begin({
    dialect: 'today',
    adjust: ({ what, ...terms }) => ({ ...terms, what: { ...what, period: 60 } as never }), // a period
  })
  expect(await reasonOf(kit.grantPermissions(daily()))).toMatchObject({
    code: 'grantChanged',
    message: 'The wallet granted more than the site asked for',
  })
})

test('every type of permission is granted as it was asked for', async () => {
  const { kit } = await begin()
  const startTime = now()
  const permissions: readonly GrantRequest['permission'][] = [
    { type: 'native-token-allowance', data: { allowanceAmount: 3n, startTime } },
    { type: 'native-token-periodic', data: { periodAmount: 3n, periodDuration: 60, startTime } },
    { type: 'native-token-stream', data: { amountPerSecond: 3n, startTime } },
    { type: 'erc20-token-allowance', data: { tokenAddress: usdc, allowanceAmount: 3n, startTime } },
    {
      type: 'erc20-token-periodic',
      data: { tokenAddress: usdc, periodAmount: 3n, periodDuration: 60, startTime },
    },
    {
      type: 'erc20-token-stream',
      data: {
        tokenAddress: usdc,
        amountPerSecond: 3n,
        initialAmount: 4n,
        maxAmount: 50n,
        startTime,
      },
    },
    {
      type: 'contract-call',
      data: {
        targets: [usdc],
        functions: ['transfer(address,uint256)'],
        arguments: [{ index: 1, value: `0x${'0'.repeat(63)}5` }],
        maxValue: 2n,
      },
    },
  ]
  for (const permission of permissions) {
    const grant = await kit.grantPermissions(daily({ permission }))
    expect(grant.permission.type).toBe(permission.type)
    const granted = await kit.sessions.list()
    expect(granted[0]?.context ?? '').toMatch(/^0x/)
  }
  const last = (await kit.sessions.list()).find(({ limit }) => limit.kind === 'calls')
  expect(last?.limit).toMatchObject({ kind: 'calls', maxValue: 2n, functions: ['0xa9059cbb'] })
  // `uint` means `uint256`
  const short = await kit.grantPermissions(
    daily({
      permission: {
        type: 'contract-call',
        data: { targets: [usdc], functions: ['mint(uint,(int[],uint8))'] },
      },
    }),
  )
  const { what } = signedTerms(short.context) ?? {}
  expect(what?.kind === 'calls' && what.selectors).toEqual([
    toFunctionSelector('mint(uint256,(int256[],uint8))'),
  ])
})

test('the API records a grant, lists it, and notices its end', async () => {
  const { kit } = await begin(
    { dialect: 'today' },
    { projectId: 'shop', services: { api: apiUrl } },
  )
  const grant = await kit.grantPermissions(daily())
  expect(grant.pci).toMatch(/^[\da-f-]{36}$/)
  const [session] = await kit.sessions.list()
  expect(session).toMatchObject({
    pci: grant.pci,
    context: grant.context,
    state: 'active',
    available: 10_000_000n,
    networkId: 'eip155:31337',
    limit: { kind: 'periodic', token: usdc, amount: 10_000_000n, period: 86_400 },
  })
  if (!session) throw new Error('no session')
  await kit.sessions.revoke(session)
  await expect
    .poll(async () => (await kit.sessions.list()).map(({ state }) => state))
    .toEqual(['revoked'])
  // also for those that read it without the page that has ended it
  const url = `${apiUrl}/v1/sessions/${session.from}?projectId=shop`
  await expect
    .poll(async () => (await (await fetch(url)).json()).pcis[0]?.state, { timeout: 15_000 })
    .toBe('revoked')
}, 60_000)

test('a grant is not lost while the API is down', async () => {
  const { kit } = await begin(
    { dialect: '2024' },
    { services: { api: 'http://127.0.0.1:1' }, fetch: () => Promise.reject(new TypeError('down')) },
  )
  const grant = await kit.grantPermissions(once())
  expect(grant.pci).toBeUndefined()
  expect(signedTerms(grant.context)).toBeDefined()
  // unavailable is not the same as none
  expect(await reasonOf(kit.sessions.list())).not.toBe('fulfilled')
})

test('without an API, the wallet lists the permissions and ends them', async () => {
  const { kit } = await begin()
  expect(await kit.sessions.isSupported()).toBe(true)
  expect(await kit.sessions.list()).toEqual([])
  await kit.grantPermissions(daily())
  await kit.grantPermissions(once())
  expect((await kit.sessions.list()).map(({ state }) => state)).toEqual(['active', 'active'])
  await kit.sessions.revokeAll()
  expect(await kit.sessions.list()).toEqual([])
})

test('where the wallet cannot end a permission, the account ends it by a transaction', async () => {
  const { kit, wallet } = await begin(
    { dialect: 'today', isSilent: true },
    { projectId: 'shop', services: { api: apiUrl } },
  )
  await kit.grantPermissions(once({ maxUses: 77 }))
  const session = (await kit.sessions.list()).find(({ maxUses }) => maxUses === 77)
  if (!session) throw new Error('no session')
  const asked: string[] = []
  wallet.subscribe(() =>
    wallet.getState().pending.forEach(({ consent }) => asked.push(consent.type)),
  )
  await kit.sessions.revoke(session)
  expect(asked).toContain('send')
  const after = (await kit.sessions.list()).find(({ id }) => id === session.id)
  expect(after?.state).toBe('revoked')
}, 60_000)

test('a subscription reports the permissions, each change, and the end of the connection', async () => {
  const { kit } = await begin()
  const seen: string[] = []
  const stop = kit.sessions.subscribe((state) =>
    seen.push(state.status === 'success' ? String(state.data.length) : state.status),
  )
  await expect.poll(() => seen.at(-1)).toBe('0')
  await kit.grantPermissions(daily())
  await expect.poll(() => seen.at(-1)).toBe('1')
  await kit.disconnect()
  await expect.poll(() => seen.at(-1)).toBe('disconnected')
  stop()
})

test('without the feature, each call fails with `smartSessionsDisabled`', async () => {
  const { kit } = await begin({ dialect: 'today' }, { features: {} })
  for (const call of [
    kit.grantPermissions(daily()),
    kit.sessions.list(),
    kit.sessions.isSupported(),
    kit.sessions.revokeAll(),
  ])
    expect(await reasonOf(call)).toMatchObject({
      code: 'smartSessionsDisabled',
      message: 'Smart sessions are not enabled',
    })
})

test('on a chain without permissions, each call fails with `smartSessionsUnsupported`', async () => {
  const { kit } = startTestKit({
    networks: [
      {
        id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        name: 'Other',
        namespace: 'solana',
        nativeCurrency: { name: 'A', symbol: 'A', decimals: 9 },
        rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
      },
    ],
    adapters: [
      createFakeAdapter({
        namespace: 'solana',
        accounts: ['7cVfgArCheMR6Cs4t6vz5rfnqd56vZq4ndaBrY5xkxXy'],
        connected: ['example'],
      }),
    ],
    features: { smartSessions: true },
  })
  expect(await reasonOf(kit.grantPermissions(daily()))).toMatchObject({
    code: 'smartSessionsUnsupported',
    message: 'Network not supported for smart sessions',
  })
  expect(await reasonOf(kit.sessions.list())).toMatchObject({ code: 'smartSessionsUnsupported' })
})

test('without an account, each call fails with `addressMissing`', async () => {
  const { kit } = startTestKit({ chains, features: { smartSessions: true } })
  expect(await reasonOf(kit.grantPermissions(daily()))).toMatchObject({ code: 'addressMissing' })
  expect(await reasonOf(kit.sessions.list())).toMatchObject({ code: 'addressMissing' })
})

test('a wallet without permissions fails with `unsupportedMethod`', async () => {
  const { kit } = await begin('none')
  expect(await kit.sessions.isSupported()).toBe(false)
  expect(await reasonOf(kit.grantPermissions(once()))).toMatchObject({ code: 'unsupportedMethod' })
  // what the wallet can't express is not asked for
  const { kit: old, wallet } = await begin({ dialect: '2024' })
  const before = wallet.getState().pending.length
  expect(await reasonOf(old.grantPermissions(daily()))).toMatchObject({ code: 'unsupportedMethod' })
  expect(wallet.getState().pending.length).toBe(before)
})

test('a rule that the wallet does not know is not left out, except for the redeemer', async () => {
  const { kit } = await begin({
    dialect: 'today',
    ruleTypes: [],
    adjust: (terms) => ({ ...terms, redeemers: [] }),
  })
  expect(await kit.grantPermissions(daily())).toMatchObject({ to: shop })
  for (const changes of [{ payees: [shop] }, { maxUses: 2 }, { redeemers: [shop] }] as const)
    expect(await reasonOf(kit.grantPermissions(daily(changes)))).toMatchObject({
      code: 'unsupportedMethod',
    })
})

const spending = (data: object) =>
  ({
    type: 'erc20-token-periodic',
    data: { tokenAddress: usdc, periodAmount: 1n, periodDuration: 60, ...data },
  }) as never // wrong on purpose
test.each<[string, object | undefined, string]>([
  ['no request', undefined, 'parameters'],
  ['an unknown part', { maxUse: 2 }, 'maxUse'],
  ['no account', { to: undefined }, 'to'],
  ['a wrong account', { to: '0x12' }, 'to'],
  ['a chain id as text', { chainId: '1' }, 'chainId'],
  ['an end that has passed', { expiry: 1_700_000_000 }, 'expiry'],
  ['an end in milliseconds', { expiry: Date.now() }, 'expiry'],
  ['an end in two years', { expiry: Math.floor(Date.now() / 1_000) + 63_072_000 }, 'expiry'],
  ['no end', { expiry: undefined }, 'expiry'],
  ['no uses', { maxUses: 0 }, 'maxUses'],
  ['half a use', { maxUses: 0.5 }, 'maxUses'],
  ['no redeemer', { redeemers: [] }, 'redeemers'],
  ['others as redeemers', { redeemers: [usdc] }, 'redeemers'],
  ['two recipients of a token', { payees: [usdc, shop] }, 'payees'],
  ['no permission', { permission: undefined }, 'permission'],
  ['no end', { expiry: undefined }, 'expiry'],
  ['an unknown type', { permission: { type: 'all', data: {} } }, 'permission.type'],
  [
    'an amount as a number',
    { permission: spending({ periodAmount: 5 }) },
    'permission.data.periodAmount',
  ],
  [
    'a negative amount',
    { permission: spending({ periodAmount: -5n }) },
    'permission.data.periodAmount',
  ],
  [
    'a huge amount',
    { permission: spending({ periodAmount: 2n ** 256n }) },
    'permission.data.periodAmount',
  ],
  ['nothing', { permission: spending({ periodAmount: 0n }) }, 'permission.data.periodAmount'],
  ['an unknown amount', { permission: spending({ amount: 5n }) }, 'permission.data.amount'],
  [
    'a period of 0',
    { permission: spending({ periodDuration: 0 }) },
    'permission.data.periodDuration',
  ],
  [
    'a start after the end',
    { permission: spending({ startTime: 4_000_000_000 }) },
    'permission.data.startTime',
  ],
])('a request with %s is refused before the wallet is asked', async (_, changes, option) => {
  const { kit, wallet } = await begin()
  const ids: number[] = []
  wallet.subscribe(() => wallet.getState().pending.forEach(({ id }) => ids.push(id)))
  const request = changes && { ...daily(), ...changes }
  const reason = await reasonOf(kit.grantPermissions(request as GrantRequest)) // wrong on purpose
  expect(reason).toMatchObject({ code: 'optionInvalid' })
  expect(String(reason)).toContain(`"${option}"`)
  expect(ids).toEqual([])
})

test('a network that is not the site’s is refused', async () => {
  const { kit } = await begin()
  expect(await reasonOf(kit.grantPermissions(daily({ chainId: 5 })))).toMatchObject({
    code: 'networkNotFound',
  })
  expect(await kit.grantPermissions(once({ chainId: 31_338 }))).toMatchObject({ chainId: 31_338 })
})
