import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkNeed, checkPrice } from './checkNeed.ts'

const gwei = 1_000_000_000n
const market = fc.record({
  baseFee: fc.bigInt({ min: 1_000n, max: 1_000n * gwei }),
  tip: fc.bigInt({ min: 0n, max: 100n * gwei }),
})

/** The highest number that a check accepts, of those below a limit. */
function highest(max: bigint, check: (value: bigint) => void): bigint {
  let [low, high] = [0n, max]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    try {
      check(middle)
      low = middle
    } catch {
      high = middle - 1n
    }
  }
  return low
}

test('whoever sends an operation himself gets little more than the price of its market', () => {
  fc.assert(
    fc.property(
      market,
      fc.record({
        calls: fc.bigInt({ min: 30_000n, max: 5_000_000n }),
        before: fc.bigInt({ min: 60_000n, max: 500_000n }),
      }),
      ({ baseFee, tip }, { calls, before }) => {
        const paidTip = highest(10_000n * gwei, (maxPriorityFeePerGas) =>
          checkPrice(
            { maxFeePerGas: baseFee + maxPriorityFeePerGas, maxPriorityFeePerGas },
            { baseFee, tip },
          ),
        )
        const needed = {
          callGasLimit: calls,
          verificationGasLimit: 75_000n,
          preVerificationGas: before,
          paymasterVerificationGasLimit: 60_000n,
          paymasterPostOpGasLimit: 0n,
        }
        const paidBefore = highest(10n * before, (preVerificationGas) =>
          checkNeed({ ...needed, preVerificationGas }, needed),
        )
        const callLimit = highest(10n * calls, (callGasLimit) =>
          checkNeed({ ...needed, callGasLimit }, needed),
        )
        // the validation uses about half of its limits
        const used = calls + 67_500n
        const paid = used + (callLimit - calls) / 10n + paidBefore
        // an estimate is 1.08 of what is needed
        const spent = used + (before * 100n) / 108n
        expect(paid * 100n).toBeLessThanOrEqual(spent * 136n)
        const price = baseFee + tip
        const gain = paid * (baseFee + paidTip) - spent * price
        // 36 % more gas than is spent, and a fee higher by a tenth or 1.25 of the market's tip
        const bound = (spent * price * 36n) / 100n + (paid * (baseFee * 10n + tip * 125n)) / 100n
        expect(gain).toBeLessThanOrEqual(bound)
      },
    ),
  )
})

test('prices of wallets are accepted, also when the base fee then changes for some blocks', () => {
  fc.assert(
    fc.property(market, fc.integer({ min: -3, max: 6 }), ({ baseFee, tip }, blocks) => {
      // a block changes the base fee by an eighth at most (EIP-1559)
      const step = blocks < 0 ? 7n : 9n
      const n = BigInt(Math.abs(blocks))
      const later = (baseFee * step ** n) / 8n ** n
      const offered = { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip }
      expect(() => checkPrice(offered, { baseFee: later, tip })).not.toThrow()
    }),
  )
  fc.assert(
    fc.property(market, ({ baseFee, tip }) => {
      // viem offers twice the tip, and twice 1.2 of the base fee
      const offered = {
        maxFeePerGas: (24n * baseFee) / 10n + 2n * tip,
        maxPriorityFeePerGas: 2n * tip,
      }
      expect(() => checkPrice(offered, { baseFee, tip })).not.toThrow()
    }),
  )
})

test('a tip is small if the market’s is', () => {
  const offered = { maxFeePerGas: 2n * gwei, maxPriorityFeePerGas: gwei }
  expect(() => checkPrice(offered, { baseFee: gwei, tip: gwei / 100n })).toThrow(
    'maxPriorityFeePerGas may be 100000000 here',
  )
})
