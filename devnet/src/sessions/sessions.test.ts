import { disableCall } from '@latchkey/protocol/sessions/delegation'
import { availableAt } from '@latchkey/protocol/sessions/exposure'
import { maxUint256, type SessionTerms, type Spending } from '@latchkey/protocol/sessions/terms'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { pad, zeroAddress, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet, type Devnet } from '../startDevnet.ts'
import { forms, functions, people } from './generatedSessions.ts'
import { payment, wordsData } from './redeemData.ts'
import { openSessionChain, type SessionChain } from './sessionChain.ts'
import { sentOf } from './sentOf.ts'
import { expectExactEdges, expectOnlyTerms, takeAll } from './sessionProperties.ts'
import { isAllowedForm } from './tryAttempts.ts'

/** The owner of DelegationManager, who may pause it. */
const managerOwner = '0xB0403B32f54d0Bd752113f4009e8B534C6669f44'
const [shop = zeroAddress, friend = zeroAddress, other = zeroAddress] = people
/** More in the slow file. */
const runs = 3

let devnet: Devnet
let chain: SessionChain
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
  const [first] = devnet.chains
  if (!first) throw new Error('no chain runs')
  chain = await openSessionChain(first)
}, 60_000)
afterAll(() => devnet.close())

test('whoever uses a session, in whatever way, takes what its terms say, and no more', async () => {
  const { taken, refused } = await expectOnlyTerms(chain, { numRuns: runs })
  expect(taken).toBeGreaterThan(0)
  expect(refused).toBeGreaterThan(runs)
})

test('what a session takes at most is its worst case, and each edge is where its terms say', async () => {
  expect(await expectExactEdges(chain, { numRuns: 2 * runs })).toBeGreaterThan(0)
})

test.each<[string, object, object]>([
  ['ends within a period', { kind: 'periodic', amount: 9n, period: 10 }, { end: 25 }],
  ['ends with a period', { kind: 'periodic', amount: 9n, period: 10 }, { end: 30 }],
  ['has fewer uses than periods', { kind: 'periodic', amount: 9n, period: 10 }, { maxUses: 2n }],
  ['is an allowance', { kind: 'allowance', amount: 9n }, {}],
  ['flows', { kind: 'stream', initialAmount: 9n, amountPerSecond: 2n, maxAmount: 1_000n }, {}],
  ['has flowed', { kind: 'stream', initialAmount: 9n, amountPerSecond: 2n, maxAmount: 10n }, {}],
])(
  'the worst case of a session that %s is what a site can take',
  async (_, kind, { end = 33, ...more }: { end?: number }) => {
    const { what, ...rules } = await perMinute()
    for (const isLate of [false, true]) {
      const startTime = (await chain.now()) + 2
      const terms = { ...rules, ...more, expiry: startTime + end }
      // the cast: each row of the table has the members of its kind
      const spending = { ...kind, token: what.token, startTime } as Spending
      expect(await takeAll(chain, { ...terms, what: spending }, isLate)).toBeGreaterThan(0)
    }
  },
)

test.each(forms)('a session that is used %s takes what it may, or nothing', async (form) => {
  const terms = await perMinute()
  const shared = { ...terms, redeemers: [...terms.redeemers, chain.second.address] }
  for (const one of [terms, shared]) {
    const session = await chain.grant(one)
    const count = form === 'without a caveat' ? session.caveats.length : 1
    for (let which = 0; which < count; which++) {
      const call = payment(chain.tokens.usdc, shop, 1n)
      const sent = await sentOf({ chain, terms: one, session }, { form, which }, call)
      expect(await chain.send(sent)).toBe(isAllowedForm(one, form))
    }
  }
})

test('a session for coins makes no call with data, and pays only its payees', async () => {
  const { expiry, redeemers, nonce, what } = await perMinute()
  const { token: usdc, ...coins } = what
  const rules = { what: coins, expiry, redeemers, nonce }
  const free = await chain.grant(rules)
  const paying = await chain.grant({ ...rules, payees: [shop, friend] })
  const { usdc: token, weth } = chain.tokens
  for (const [session, call, isAllowed] of [
    [free, payment(undefined, other, 1n), true],
    [free, { ...payment(token, shop, 1n), value: 1n }, false],
    [free, payment(usdc, shop, 1n), false],
    [free, { to: weth, value: 1n, data: '0xd0e30db0' }, false],
    [free, { to: shop, value: 0n, data: '0x00' }, false],
    [paying, payment(undefined, shop, 1n), true],
    [paying, payment(undefined, friend, 1n), true],
    [paying, payment(undefined, other, 1n), false],
  ] as const)
    expect(await chain.use(session, call), call.data).toBe(isAllowed)
})

test('a session for a token sends nothing else, and pays only its payee', async () => {
  const { expiry, redeemers, nonce, what } = await perMinute()
  const rules = { what, expiry, redeemers, nonce }
  const [free, paying] = [await chain.grant(rules), await chain.grant({ ...rules, payees: [shop] })]
  // an account without code accepts every call, also one with value
  const ofAccount = await chain.grant({ ...rules, what: { ...what, token: friend } })
  const { usdc, weth } = chain.tokens
  const good = payment(usdc, shop, 1n)
  const approve: Hex = `0x095ea7b3${good.data.slice(10)}`
  for (const [session, call, isAllowed] of [
    [free, payment(usdc, other, 1n), true],
    [free, payment(weth, shop, 1n), false],
    [free, payment(undefined, shop, 1n), false],
    [free, { ...good, data: approve }, false],
    [free, { ...good, data: `${good.data}00` }, false],
    [ofAccount, { ...good, to: friend }, true],
    [ofAccount, { ...good, to: friend, value: 1n }, false],
    [paying, good, true],
    [paying, payment(usdc, other, 1n), false],
  ] as const)
    expect(await chain.use(session, call), call.data).toBe(isAllowed)
})

test('a session for calls makes these calls alone', async () => {
  const { usdc, weth } = chain.tokens
  const { approve, mint, deposit, transfer } = functions
  const [word, another, five] = [shop, other, '0x5'].map((value) => pad(value as Hex))
  if (!word || !another || !five) throw new Error('a word is missing')
  const calls = {
    kind: 'calls',
    targets: [usdc, weth],
    selectors: [approve],
    maxValue: 0n,
    fixed: [{ index: 0, value: word }],
  } as const
  const { expiry, redeemers, nonce } = await perMinute()
  const rules = { expiry, redeemers, nonce }
  const approving = await chain.grant({ ...rules, what: calls })
  const deposits = { targets: [weth], selectors: [deposit, mint], maxValue: 7n, fixed: [] }
  const wrapping = await chain.grant({ ...rules, what: { ...calls, ...deposits } })
  const call = (to: Hex, data: Hex, value = 0n) => ({ to, data, value })
  for (const [session, one, isAllowed] of [
    [approving, call(usdc, wordsData(approve, [word, five])), true],
    [approving, call(weth, wordsData(approve, [word, another])), true],
    [approving, call(usdc, wordsData(approve, [another, five])), false],
    [approving, call(usdc, wordsData(approve, [five, word])), false],
    [approving, call(usdc, wordsData(transfer, [word, five])), false],
    [approving, call(chain.tokens.hush, wordsData(approve, [word, five])), false],
    [approving, call(usdc, approve), false],
    [approving, call(usdc, '0x'), false],
    [wrapping, call(weth, deposit, 7n), true],
    [wrapping, call(weth, deposit, 8n), false],
    [wrapping, call(weth, '0x', 7n), false],
    [wrapping, call(delegationManager, deposit), false],
  ] as const)
    expect(await chain.use(session, one), one.data).toBe(isAllowed)
})

test('the last use is the one that the limit says', async () => {
  const session = await chain.grant({ ...(await perMinute()), maxUses: 3n })
  for (const isAllowed of [true, true, true, false, false])
    expect(await chain.use(session, payment(chain.tokens.usdc, shop, 1n))).toBe(isAllowed)
})

test('what is left at the end of a period lapses', async () => {
  const terms = await perMinute()
  const [session, pay] = [await chain.grant(terms), paying(chain.tokens.usdc)]
  const start = terms.what.startTime
  expect(await chain.use(session, pay(40n), start + 59)).toBe(true)
  // 60 of the first period are not added to the 100 of the second one
  expect(await chain.use(session, pay(101n), start + 60)).toBe(false)
  expect(await chain.use(session, pay(100n), start + 61)).toBe(true)
  expect(await chain.use(session, pay(1n), start + 119)).toBe(false)
  expect(await chain.use(session, pay(100n), start + 300)).toBe(true)
})

test('a session that its account ends is refused in the next block; others go on', async () => {
  const terms = await perMinute()
  const [ended, other] = [await chain.grant(terms), await chain.grant(terms)]
  const pay = paying(chain.tokens.usdc)
  expect(await chain.use(ended, pay(1n))).toBe(true)
  for (const from of [chain.redeemer, chain.stranger])
    expect(await sendTo(from.address, delegationManager, disableCall(ended))).toBe(false)
  expect(await sendTo(chain.ann.address, delegationManager, disableCall(ended))).toBe(true)
  expect(await chain.use(ended, pay(1n))).toBe(false)
  expect(await chain.use(other, pay(1n))).toBe(true)
})

test('an account ends all its sessions at once', async () => {
  const old = await perMinute()
  const sessions = [await chain.grant(old), await chain.grant(old)]
  const pay = paying(chain.tokens.usdc)
  for (const session of sessions) expect(await chain.use(session, pay(1n))).toBe(true)
  // another account raises only its own number
  expect(await chain.raiseNonce(chain.redeemer)).toBe(true)
  for (const session of sessions) expect(await chain.use(session, pay(1n))).toBe(true)
  expect(await chain.raiseNonce(chain.ann)).toBe(true)
  for (const session of sessions) expect(await chain.use(session, pay(1n))).toBe(false)
  expect(await chain.readNonce()).toBe(old.nonce + 1n)
  expect(await chain.use(await chain.grant(await perMinute()), pay(1n))).toBe(true)
})

test('an account without its code refuses its sessions, and has them again with it', async () => {
  const session = await chain.grant(await perMinute())
  const pay = paying(chain.tokens.usdc)
  await chain.setSmart(false)
  expect(await chain.use(session, pay(1n))).toBe(false)
  await chain.setSmart(true)
  expect(await chain.use(session, pay(1n))).toBe(true)
})

test('no session can be used while DelegationManager is paused', async () => {
  const session = await chain.grant(await perMinute())
  const pay = paying(chain.tokens.usdc)
  const [pause, resume] = ['0x8456cb59', '0x3f4ba83a'] as const
  expect(await sendTo(chain.stranger.address, delegationManager, pause)).toBe(false)
  expect(await sendTo(managerOwner, delegationManager, pause)).toBe(true)
  expect(await chain.use(session, pay(1n))).toBe(false)
  expect(await sendTo(managerOwner, delegationManager, resume)).toBe(true)
  expect(await chain.use(session, pay(1n))).toBe(true)
})

test('a session counts on its own chain alone', async () => {
  const [first, second] = devnet.chains
  if (!first || !second) throw new Error('a chain is missing')
  const other = await openSessionChain(second, chain.ann)
  const granted = await other.now()
  const what = { kind: 'allowance', amount: 5n, startTime: granted } as const
  const rules = { expiry: granted + 1_000, redeemers: [other.redeemer.address], nonce: 0n }
  const pay = payment(undefined, shop, 1n)
  expect(await other.use(await other.grant({ what, ...rules }), pay)).toBe(true)
  const foreign = await other.grant({ what, ...rules }, { on: first.chainId })
  expect(await other.use(foreign, pay)).toBe(false)
})

test('a stream gives nothing that the chain would not: with a max below its beginning, or too large', async () => {
  const startTime = await chain.now()
  const rules = await perMinute()
  for (const [stream, isAllowed] of [
    [{ initialAmount: 5n, maxAmount: 5n, amountPerSecond: 1n }, true],
    [{ initialAmount: 5n, maxAmount: 4n, amountPerSecond: 1n }, false],
    [{ initialAmount: 0n, maxAmount: maxUint256, amountPerSecond: maxUint256 / 10_000n }, true],
    [{ initialAmount: maxUint256, maxAmount: maxUint256, amountPerSecond: 1n }, false],
    [{ initialAmount: 0n, maxAmount: maxUint256, amountPerSecond: maxUint256 }, false],
  ] as const)
    for (const token of [undefined, chain.tokens.usdc]) {
      const what = { kind: 'stream', ...stream, startTime, ...(token && { token }) } as const
      const session = await chain.grant({ ...rules, what })
      const time = (await chain.now()) + 2
      expect(availableAt(what, time) > 0n).toBe(isAllowed)
      expect(await chain.use(session, payment(token, shop, 1n), time)).toBe(isAllowed)
    }
})

const paying = (token: Address) => (amount: bigint) => payment(token, shop, amount)

const sendTo = (from: Address, to: Address, data: Hex): Promise<boolean> =>
  chain.send({ from, to, data })

/** 100 units a minute, from now on. */
async function perMinute() {
  const granted = await chain.now()
  return {
    what: {
      kind: 'periodic',
      token: chain.tokens.usdc,
      amount: 100n,
      period: 60,
      startTime: granted,
    },
    expiry: granted + 100_000,
    redeemers: [chain.redeemer.address],
    nonce: await chain.readNonce(),
  } as const satisfies SessionTerms
}
