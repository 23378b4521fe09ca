import { toHex } from '@latchkey/protocol/hex'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { TestLedger, writeTestAccount } from '../testing/TestLedger.ts'
import type { TestAccount } from '../testing/TestLedger.ts'
import { testRuntime } from '../testing/testMetadata.ts'
import { readAccountData } from '../wire/accountData.ts'
import { hexOf } from '../wire/bytes.ts'
import { writeTransfer } from '../wire/calls.ts'
import type { Runtime } from '../wire/runtime.ts'
import { planTransfer } from './planTransfer.ts'

const [me, friend] = [1, 2].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array] // the cast: there are two
let runtime: Runtime
beforeAll(async () => void (runtime = await testRuntime()))

const fees = { part: 1_500_000n, least: 1_400_000n, all: 2_000_000n }

/** A plan, and what the chain does with it. The chain takes the fee of the plan. */
function run(
  mine: TestAccount,
  theirs: TestAccount,
  amountOf: (max: bigint) => bigint,
  costs = fees,
) {
  const ledger = new TestLedger(runtime)
  ledger.change(toHex(me), mine)
  ledger.change(toHex(friend), theirs)
  const accountOf = (key: Uint8Array) =>
    readAccountData(hexOf(writeTestAccount(ledger.accountOf(toHex(key)))))
  const state = {
    sender: accountOf(me),
    recipient: accountOf(friend),
    deposit: ledger.deposit,
    fees: costs,
  }
  const total = mine.free + mine.reserved
  // as the kit asks for the whole balance: by the fee of the least amount
  const { reserve } = planTransfer({ ...state, fees: { ...costs, part: costs.least } }, 1n).fee
  const max = total > reserve ? total - reserve : 0n
  const amount = amountOf(max)
  const plan = planTransfer(state, amount)
  const canPay = mine.free >= plan.fee.total + ledger.deposit
  ledger.change(toHex(me), { free: mine.free - plan.fee.total })
  const call = writeTransfer(runtime, {
    to: writeSs58(friend, 0),
    amount,
    isLast: plan.isAll,
  })
  const error = ledger.execute(toHex(me), call)
  return { plan, amount, max, error, canPay, ledger }
}

const account = fc.record({
  nonce: fc.constant(3),
  free: fc.oneof(
    fc.bigInt({ min: 0n, max: 300_000_000n }),
    fc.bigInt({ min: 0n, max: 10n ** 14n }),
  ),
  reserved: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 200_000_000n })),
  frozen: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 400_000_000n })),
  consumers: fc.nat({ max: 1 }),
})

test('a transfer works exactly if the plan says so, and arrives as it says', () => {
  let worked = 0
  fc.assert(
    fc.property(
      account,
      account,
      fc.oneof(
        fc.record({ of: fc.constant('max' as const), more: fc.bigInt({ min: -3n, max: 3n }) }),
        fc.record({
          of: fc.constant('zero' as const),
          more: fc.bigInt({ min: 1n, max: 10n ** 14n }),
        }),
      ),
      (mine, theirs, { of, more }) => {
        const { plan, amount, error, canPay, ledger } = run(mine, theirs, (max) => {
          const wanted = (of === 'max' ? max : 0n) + more
          return wanted > 0n ? wanted : 1n
        })
        const { simulation, fee } = plan
        if (simulation.status === 'unknown') {
          expect(mine.free + mine.reserved).toBeLessThan(amount + fee.total)
          return
        }
        expect(simulation.status === 'works').toBe(error === undefined && canPay)
        if (simulation.status !== 'works') return
        worked++
        const arrived = ledger.accountOf(toHex(friend)).free - theirs.free
        expect(arrived).toBe(simulation.arrives)
        expect(arrived).toBe(amount)
      },
    ),
    { numRuns: 2_000, seed: 7 },
  )
  expect(worked).toBeGreaterThan(300)
})

const rich: TestAccount = { nonce: 0, free: 10n ** 10n, reserved: 0n, frozen: 0n, consumers: 0 }

test.each([
  [{ part: 5n, least: 4n, all: 6n }, 6n],
  [{ part: 6n, least: 4n, all: 5n }, 5n],
  // a transfer of everything is cheaper than the smallest one: a little is lost
  [{ part: 7n, least: 6n, all: 5n }, 5n],
])('with the fees %o, the whole balance is sent for %i', (costs, fee) => {
  const { plan, amount, max, error, ledger } = run(rich, rich, (all) => all, costs)
  expect(plan.isAll).toBe(true)
  expect([plan.fee.total, plan.simulation.status, error]).toEqual([fee, 'works', undefined])
  expect(plan.fee.reserve).toBe(rich.free - amount)
  expect(amount).toBe(max)
  expect(ledger.accountOf(toHex(me)).free).toBe(0n)
})

test('what a fault names is the minimum of an account', () => {
  const none: TestAccount = { ...rich, free: 0n }
  expect(run(rich, none, () => 5n).plan.simulation).toEqual({
    status: 'fails',
    fault: 'newAccount',
    minimum: 100_000_000n,
  })
  expect(run(rich, rich, (max) => max - 1n).plan.simulation).toEqual({
    status: 'fails',
    fault: 'remainder',
    minimum: 100_000_000n,
  })
  const staked = { ...rich, frozen: 5n * 10n ** 9n, consumers: 1 }
  const { plan, max, ledger } = run(staked, rich, (all) => all)
  expect([plan.isAll, plan.untouched]).toEqual([true, 5n * 10n ** 9n])
  expect(max).toBe(5n * 10n ** 9n - fees.all)
  expect(ledger.accountOf(toHex(me)).free).toBe(5n * 10n ** 9n)
  expect(run(staked, rich, (all) => all + 10n ** 6n).plan.simulation).toEqual({
    status: 'fails',
    fault: 'locked',
  })
})
