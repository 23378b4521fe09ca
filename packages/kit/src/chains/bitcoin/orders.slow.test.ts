/**
 * Random wallets, coins and orders on the devnet's chain: what the review shows is what the chain
 * has afterwards.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import type { BitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import { prepareSend } from '../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../domains/send/progress/sendPrepared.lazy.ts'
import { prepareReplacement, sendReplacement } from '../../domains/transactions/replacement.lazy.ts'
import { newKey, readChain, startTestMoney } from './startTestMoney.ts'

let chain: BitcoinChain
beforeAll(async () => void (chain = await startBitcoinChain({ isHeld: true })))
afterAll(() => chain.close())

type Utxo = { value: number; status: { confirmed: boolean } }
type Sums = { funded_txo_sum: number; spent_txo_sum: number }

/** All that an address has, with what waits. */
async function heldBy(address: string): Promise<bigint> {
  const coins = (await readChain(chain, `/address/${address}/utxo`)) as Utxo[]
  return coins.reduce((sum, { value }) => sum + BigInt(value), 0n)
}
async function receivedBy(address: string): Promise<bigint> {
  const { chain_stats, mempool_stats } = (await readChain(chain, `/address/${address}`)) as {
    [part in 'chain_stats' | 'mempool_stats']: Sums
  }
  return BigInt(chain_stats.funded_txo_sum + mempool_stats.funded_txo_sum)
}

const kind = fc.constantFrom('wpkh' as const, 'tr' as const, 'sh' as const, 'pkh' as const)
const coin = fc.oneof(
  fc.constantFrom(546, 547, 600, 9_999, 10_000, 10_001),
  fc.integer({ min: 600, max: 3_000_000 }),
)
const order = fc.record({
  amount: fc.oneof(
    fc.constant('max' as const),
    fc.bigInt({ min: 1n, max: 4_000_000n }),
    fc.bigInt({ min: 300n, max: 5_000n }),
  ),
  speed: fc.constantFrom('slow' as const, 'normal' as const, 'fast' as const),
  to: kind,
  next: fc.constantFrom('wait', 'mine', 'speedUp', 'cancel', 'reorganise'),
})

test('what the review of an order shows is what the chain then has', async () => {
  let sent = 0
  await fc.assert(
    fc.asyncProperty(
      kind,
      fc.array(coin, { minLength: 1, maxLength: 6 }),
      fc.array(order, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (own, coins, orders, hasPurpose) => {
        const started = await startTestMoney(chain, {
          kind: own,
          coins,
          wallet: { purposes: hasPurpose ? ['payment'] : [] },
        })
        const { kit, networkId, me, clock } = started
        const { getBalances } = await facetOf(kit, networkId, 'assets')
        const balance = async () =>
          (await getBalances({ address: me.address, networkId, tokens: [] }))[0]
        for (const { amount, speed, to, next: step } of orders) {
          const friend = newKey(to).address
          const held = await heldBy(me.address)
          expect(await balance()).toBe(held)
          const prepared = await prepareSend(kit, {
            networkId,
            from: me.address,
            to: { address: friend },
            token: { symbol: 'BTC', decimals: 8 },
            amount,
            feeChoice: speed,
          })
          expect(prepared.balance).toBe(held)
          if (prepared.problems.length > 0) continue
          const fee = prepared.fee?.total ?? 0n
          const hash = await sendPrepared(kit, prepared)
          sent++
          const { fee: paid, weight } = (await readChain(chain, `/tx/${hash}`)) as {
            fee: number
            weight: number
          }
          expect(BigInt(paid)).toBe(fee)
          expect(paid).toBeGreaterThanOrEqual(
            (prepared.fee?.rate?.value ?? 0) * Math.floor(weight / 4),
          )
          expect(await receivedBy(friend)).toBe(prepared.amount)
          expect(await heldBy(me.address)).toBe(held - prepared.amount - fee)
          const protectedCoins = coins.filter((value) => value <= (hasPurpose ? 546 : 10_000))
          const { vin } = (await readChain(chain, `/tx/${hash}`)) as {
            vin: { prevout: { value: number } }[]
          }
          for (const { prevout } of vin) expect(protectedCoins).not.toContain(prevout.value)
          if (step === 'speedUp' || step === 'cancel') {
            const replaced = {
              transaction: { hash, networkId, address: me.address },
              purpose: step,
            }
            const next = await prepareReplacement(kit, replaced)
            if (next?.status === 'ready') {
              await sendReplacement(kit, replaced, next)
              const kept = step === 'cancel' ? 0n : prepared.amount
              expect(await heldBy(me.address)).toBe(held - kept - next.fee.total)
            }
          }
          if (step === 'mine' || step === 'reorganise') chain.mine()
          if (step === 'reorganise') chain.reorganise(1)
          clock.advance(10 * 60_000)
        }
        chain.mine()
      },
    ),
    { numRuns: 25, seed: 40 },
  )
  expect(sent).toBeGreaterThan(15)
}, 60_000)
