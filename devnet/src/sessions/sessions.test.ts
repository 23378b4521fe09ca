import { disableCall } from '@latchkey/protocol/sessions/delegation'
import { availableAt } from '@latchkey/protocol/sessions/exposure'
import { maxUint256, type SessionTerms } from '@latchkey/protocol/sessions/terms'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { zeroAddress, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet, type Devnet } from '../startDevnet.ts'
import { people } from './generatedSessions.ts'
import { payment } from './redeemData.ts'
import { openSessionChain, type SessionChain } from './sessionChain.ts'
import { expectExactEdges, expectOnlyTerms } from './sessionProperties.ts'

/** The owner of DelegationManager, who may pause it. */
const managerOwner = '0xB0403B32f54d0Bd752113f4009e8B534C6669f44'
const [shop = zeroAddress] = people
/** More in the slow file. */
const runs = 6

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
  expect(taken).toBeGreaterThan(runs / 2)
  expect(refused).toBeGreaterThan(runs)
})

test('what a session takes at most is its worst case, and each edge is where its terms say', async () => {
  expect(await expectExactEdges(chain, { numRuns: runs })).toBeGreaterThan(0)
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
