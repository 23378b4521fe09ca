/** An Esplora gives generated answers: a payment is refused, or shown as exactly what it is. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fault } from '../../bridge/Fault.ts'
import { allSatoshi, askCoins, askFeeRate, askTransaction } from './askEsplora.ts'
import { createTestAccount, network } from './testing/createTestAccount.ts'

const txid = 'ab'.repeat(32)
const friend = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const json = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, -1, 1e300, '0'.repeat(100_001), [[[]]], { length: -1 }),
)
const coin = fc.record(
  {
    txid: fc.oneof(fc.constantFrom(txid, txid.toUpperCase(), 'ab'), json),
    vout: fc.oneof(fc.constantFrom(0, 1, -1, 0.5, 2 ** 53), json),
    value: fc.oneof(fc.constantFrom(50_000, 0, -5, 0.1, Number(allSatoshi) + 1, '50000'), json),
    status: fc.oneof(fc.record({ confirmed: fc.oneof(fc.boolean(), json) }), json),
  },
  { requiredKeys: [] },
)
const answers = fc.record({
  coins: fc.oneof(fc.array(coin, { maxLength: 3 }), json),
  feeEstimates: fc.oneof(
    fc.dictionary(fc.constantFrom('1', '2', '3', 'x'), fc.oneof(fc.double(), json)),
    json,
  ),
  rawTransaction: fc.oneof(fc.constantFrom('02', '0x02', 'zz', 'ff'.repeat(100)), json),
  broadcast: json,
})

test('any answer is read as coins, a rate and a transaction of plausible values, or is a fault', async () => {
  const { wallet, state } = await createTestAccount()
  const asker = { wallet, network }
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      state.answer = ({ method }) => ({ result: answer[method as keyof typeof answer] })
      const [coins, rate, transaction] = await Promise.allSettled([
        askCoins(asker, friend),
        askFeeRate(asker, 3),
        askTransaction(asker, txid),
      ])
      for (const outcome of [coins, rate, transaction])
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Fault)
      if (coins.status === 'fulfilled')
        for (const { amount, vout, isConfirmed } of coins.value)
          expect([
            amount >= 0n && amount <= allSatoshi,
            Number.isSafeInteger(vout) && vout >= 0,
            typeof isConfirmed,
          ]).toEqual([true, true, 'boolean'])
      if (rate.status === 'fulfilled' && rate.value !== undefined)
        expect(rate.value >= 1 && rate.value <= 10_000).toBe(true)
      // no answer here is the transaction with this id
      expect(transaction.status).toBe('rejected')
    }),
    { numRuns: 500, seed: 31 },
  )
})

test('a payment from coins that no chain has is never shown as more than it is', async () => {
  const { ask, state } = await createTestAccount()
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      state.psbts.length = 0
      state.answer = ({ method }) => ({ result: answer[method as keyof typeof answer] })
      const outcome = await ask('sendTransfer', {
        recipientAddress: friend,
        amount: '20000',
      }).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Fault)
      for (const { text } of state.psbts) {
        expect(text.receivers).toMatchObject([{ address: friend, amount: 20_000n }])
        expect(text.leaves).toBe(20_000n + text.fee)
      }
    }),
    { numRuns: 200, seed: 32 },
  )
}, 60_000)
