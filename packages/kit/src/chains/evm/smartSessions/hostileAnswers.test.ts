import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import { rootAuthority, writeContext } from '@latchkey/protocol/sessions/delegation'
import type { GrantRequest } from '@latchkey/protocol/sessions/grant'
import type { SessionTerms, Spending } from '@latchkey/protocol/sessions/terms'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { KitError } from '../../../core/errors/KitError.ts'
import { systemClock } from '../../../core/page/clock.ts'
import { sendJson, startTestServer } from '../../../core/testing/startTestServer.ts'
import { reasonOf, startTestKit } from '../../../session/startTestKit.ts'
import { announceWallet } from '../../../testing/announceWallet.ts'
import { startTestPage } from '../startTestPage.ts'
import { isWithin } from './isWithin.ts'

beforeEach(() => void startTestPage())

const self = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const shop = '0x00000000000000000000000000000000000000b7'
const other = '0x00000000000000000000000000000000000000c7'
const now = Math.floor(Date.now() / 1_000)
const terms = (changes: Partial<SessionTerms> = {}): SessionTerms => ({
  what: { kind: 'allowance', startTime: now, amount: 1_000n },
  expiry: now + 3_600,
  redeemers: [shop],
  nonce: 0n,
  ...changes,
})
const request: GrantRequest = {
  to: shop,
  permission: { type: 'native-token-allowance', data: { allowanceAmount: 1_000n } },
  expiry: now + 3_600,
}
const contextOf = (changes: Partial<SessionTerms> = {}, delegation: object = {}) =>
  writeContext({
    delegate: shop,
    delegator: self,
    authority: rootAuthority,
    caveats: writeCaveats(terms(changes)),
    salt: 7n,
    signature: `0x${'5a'.repeat(65)}`,
    ...delegation,
  })

const supported = {
  'native-token-allowance': { chainIds: ['0x7a69'], ruleTypes: ['expiry', 'redeemer'] },
}

let wallets = 0
/** A kit that is connected to a wallet with these answers. */
async function begin(answers: { readonly [method: string]: () => unknown }, api?: string) {
  const provider = {
    async request({ method }: { method: string }) {
      if (method === 'eth_chainId') return '0x7a69'
      if (method.endsWith('ccounts')) return [self]
      const answer = answers[method]
      if (!answer) throw Object.assign(new Error('unknown'), { code: 4200 })
      return answer()
    },
    on() {},
    removeListener() {},
  }
  const rdns = `com.example.${'w'.repeat(++wallets)}`
  const info = {
    uuid: crypto.randomUUID(),
    name: 'W',
    icon: 'data:image/png;base64,AAAA',
    rdns,
  }
  announceWallet({ info, provider: provider as never }) // less than a whole wallet
  const { kit } = startTestKit({
    clock: systemClock,
    features: { smartSessions: true },
    ...(api !== undefined && { services: { api } }),
  })
  await kit.connect({ connectorId: rdns })
  return kit
}
const granting = (answer: () => unknown) =>
  begin({
    wallet_getSupportedExecutionPermissions: () => supported,
    wallet_requestExecutionPermissions: answer,
  })

test('a wallet’s answer of any form is refused, in both dialects', async () => {
  let answer: unknown
  const today = await granting(() => answer)
  const old = await begin({ wallet_grantPermissions: () => answer })
  const junk = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true })
  const nearly = fc.oneof(
    junk,
    junk.map((context) => [{ context }]),
    junk.map((context) => ({ context })),
    fc.string().map((text) => [{ context: contextOf() + text.slice(0, 2) }]),
    fc
      .tuple(fc.nat({ max: contextOf().length - 3 }), fc.constantFrom('0', '7', 'f', 'g'))
      .map(([at, letter]) => {
        const text = contextOf()
        const changed = text.slice(0, at + 2) + letter + text.slice(at + 3)
        return changed === text ? 'same' : [{ context: changed }]
      }),
  )
  await fc.assert(
    fc.asyncProperty(nearly, async (value) => {
      answer = value
      for (const kit of [today, old]) {
        const reason: unknown = await kit.grantPermissions(request).then(
          (grant) => grant,
          (error: unknown) => error,
        )
        if (KitError.is(reason)) {
          expect(['answerInvalid', 'grantChanged']).toContain(reason.code)
          continue
        }
        // a changed digit may be one of the signature, of the salt or of the account's number
        expect(reason).toMatchObject({
          to: expect.stringMatching(new RegExp(shop, 'i')),
          expiry: request.expiry,
        })
      }
    }),
    { numRuns: 120 },
  )
}, 60_000)

test.each<[string, unknown]>([
  ['of another account', contextOf({}, { delegator: other })],
  ['for another account of the site', contextOf({}, { delegate: other })],
  ['that is based on another delegation', contextOf({}, { authority: `0x${'11'.repeat(32)}` })],
  ['without a context', undefined],
])('a grant %s is refused', async (_, context) => {
  const kit = await granting(() => [{ context, to: shop, permission: request.permission }])
  expect(await reasonOf(kit.grantPermissions(request))).toMatchObject({
    code: expect.stringMatching(/^(answerInvalid|grantChanged)$/),
  })
})

test('what a wallet says about its grant does not count, only what the account has signed', async () => {
  const kit = await granting(() => [
    {
      context: contextOf({ what: { kind: 'allowance', startTime: now, amount: 3n } }),
      permission: { type: 'native-token-allowance', data: { allowanceAmount: '0x3e8' } },
      rules: [],
      delegationManager: other,
    },
  ])
  expect(await kit.grantPermissions(request)).toMatchObject({
    permission: { data: { allowanceAmount: '0x3' } },
    delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
    rules: expect.arrayContaining([{ type: 'expiry', data: { timestamp: now + 3_600 } }]),
  })
})

test('a list of a wallet of any form never counts as an empty one', async () => {
  let answer: unknown
  const kit = await begin({ wallet_getGrantedExecutionPermissions: () => answer })
  const junk = fc.anything().filter((value) => !Array.isArray(value))
  await fc.assert(
    fc.asyncProperty(junk, async (value) => {
      answer = value
      await kit.sessions.refetch()
      expect(await reasonOf(kit.sessions.list())).toMatchObject({ code: 'answerInvalid' })
    }),
    { numRuns: 30 },
  )
})

const session = (changes: object = {}) => ({
  pci: '00000000-0000-4000-8000-000000000001',
  project: { id: 'shop', name: 'Shop', url: 'https://shop.example', iconUrl: null },
  account: `eip155:31337:${self}`,
  createdAt: now,
  expiry: now + 3_600,
  permissions: [],
  policies: [],
  context: contextOf(),
  state: 'active',
  revokedAt: null,
  available: '400',
  ...changes,
})

test.each<[string, object, object | 'refused']>([
  ['as it is', {}, { state: 'active', available: 400n, expiry: now + 3_600 }],
  ['with a later end', { expiry: now + 99_999 }, { expiry: now + 3_600 }],
  [
    'with another permission',
    { permissions: [{ type: 'all', data: {} }] },
    { limit: { kind: 'allowance', amount: 1_000n } },
  ],
  ['without anything left', { available: '0' }, { state: 'usedUp' }],
  [
    'of an allowance that begins later',
    {
      context: contextOf({ what: { kind: 'allowance', startTime: now + 600, amount: 1_000n } }),
      available: '0',
    },
    { state: 'active', available: 0n },
  ],
  ['without uses left', { usesLeft: '0' }, { state: 'usedUp' }],
  ['that ended', { state: 'revoked', revokedAt: now }, { state: 'revoked', revokedAt: now }],
  ['that nobody knows', { state: 'unknown', available: null }, { state: 'unknown' }],
  [
    'that is over, although the API calls it active',
    { context: contextOf({ expiry: now - 1 }) },
    { state: 'expired' },
  ],
  ['of another account', { account: `eip155:31337:${other}` }, 'refused'],
  ['of another signer', { context: contextOf({}, { delegator: other }) }, 'refused'],
  ['with an unreadable context', { context: '0x1234' }, 'refused'],
  ['with a negative amount', { available: '-1' }, 'refused'],
  ['in an unknown state', { state: 'fine' }, 'refused'],
])('a session of the API %s', async (_, changes, expected) => {
  const server = await startTestServer((response) =>
    sendJson(response, { pcis: [session(changes)] }),
  )
  const kit = await begin({}, server.url)
  if (expected === 'refused')
    expect(await reasonOf(kit.sessions.list())).toMatchObject({ code: 'answerInvalid' })
  else expect(await kit.sessions.list()).toMatchObject([expected])
})

test('where the API does not answer, the wallet’s own list counts; where neither does, it is an error', async () => {
  const server = await startTestServer((response) => sendJson(response, {}, 404))
  const listed = [{ chainId: '0x7a69', from: self, context: contextOf() }]
  const kit = await begin({ wallet_getGrantedExecutionPermissions: () => listed }, server.url)
  expect(await kit.sessions.list()).toMatchObject([{ state: 'active', from: expect.any(String) }])
  const silent = await begin({}, server.url)
  expect(await reasonOf(silent.sessions.list())).toMatchObject({ code: 'httpFailed' })
})

const amount = fc.bigInt(1n, 10n ** 24n)
const second = fc.integer({ min: now - 1_000, max: now + 1_000 })
const spending: fc.Arbitrary<Spending> = fc.oneof(
  fc.record({ kind: fc.constant('allowance' as const), startTime: second, amount }),
  fc.record({
    kind: fc.constant('periodic' as const),
    startTime: second,
    amount,
    period: fc.integer({ min: 1, max: 10_000 }),
  }),
  fc.record({
    kind: fc.constant('stream' as const),
    startTime: second,
    initialAmount: amount,
    amountPerSecond: amount,
    maxAmount: fc.bigInt(10n ** 24n, 10n ** 30n),
  }),
)
const step = fc.bigInt(1n, 1_000n)

test('less is within what was asked for, and more never is', () => {
  fc.assert(
    fc.property(spending, step, fc.integer({ min: 1, max: 999 }), (what, more, seconds) => {
      const asked = terms({ what, maxUses: 5n, payees: [other] })
      expect(isWithin(asked, asked, now)).toBe(true)
      const changed = (part: Partial<Record<string, unknown>>) =>
        isWithin({ ...asked, what: { ...what, ...part } as Spending }, asked, now)
      if (what.kind === 'stream') {
        expect(changed({ initialAmount: what.initialAmount + more })).toBe(false)
        expect(changed({ amountPerSecond: what.amountPerSecond + more })).toBe(false)
        expect(changed({ maxAmount: what.maxAmount + more })).toBe(false)
        expect(changed({ maxAmount: what.maxAmount - more })).toBe(true)
      } else {
        expect(changed({ amount: what.amount + more })).toBe(false)
        expect(changed({ amount: what.amount > more ? what.amount - more : 1n })).toBe(true)
      }
      if (what.kind === 'periodic' && what.period > 1)
        expect(changed({ period: what.period - 1 })).toBe(false)
      expect(changed({ startTime: what.startTime - seconds })).toBe(false)
      expect(changed({ token: other })).toBe(false)
      const withRules = (part: Partial<SessionTerms>) => isWithin({ ...asked, ...part }, asked, now)
      expect(withRules({ expiry: asked.expiry + seconds })).toBe(false)
      expect(withRules({ expiry: asked.expiry - seconds })).toBe(true)
      expect(withRules({ maxUses: 6n })).toBe(false)
      expect(withRules({ maxUses: 4n })).toBe(true)
      expect(withRules({ redeemers: [shop, other] })).toBe(false)
      expect(withRules({ redeemers: [] })).toBe(false)
      expect(withRules({ payees: [shop] })).toBe(false)
      const { payees: _, ...anyone } = asked
      expect(isWithin(anyone, asked, now)).toBe(false)
      const { maxUses: __, ...always } = asked
      expect(isWithin(always, asked, now)).toBe(false)
    }),
  )
})

test('a grant that the API did not record is recorded once more with the next list', async () => {
  const sent: string[] = []
  let isDown = true
  const pci = '00000000-0000-4000-8000-000000000001'
  const server = await startTestServer((response, request) => {
    const { method, url } = request
    const isActivation = url.pathname.endsWith('/activate')
    if (method === 'GET') return sendJson(response, { pcis: isDown ? [] : [session({ pci })] })
    sent.push(isActivation ? 'activate' : 'create')
    if (isDown) sendJson(response, {}, 500)
    else sendJson(response, isActivation ? { success: true } : { pci })
  })
  const wallet = {
    wallet_getSupportedExecutionPermissions: () => supported,
    wallet_requestExecutionPermissions: () => [{ context: contextOf() }],
  }
  for (const comesBack of [true, false]) {
    isDown = true
    const kit = await begin(wallet, server.url)
    expect(await kit.grantPermissions(request)).not.toHaveProperty('pci')
    expect(sent.splice(0)).toEqual(['create'])
    isDown = !comesBack
    const listed = await kit.sessions.list()
    expect(listed).toMatchObject([comesBack ? { pci, state: 'active' } : { state: 'unknown' }])
    expect(sent.splice(0)).toEqual(comesBack ? ['create', 'activate'] : ['create'])
    await kit.sessions.refetch()
    expect(await kit.sessions.list()).toHaveLength(1)
    expect(sent).toEqual([])
  }
})
