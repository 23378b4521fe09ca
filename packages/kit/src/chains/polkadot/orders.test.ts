import fc from 'fast-check'
import { expect, test } from 'vitest'
import { polkadotNetworkOf } from '@latchkey/protocol/chains/polkadotNetworks'
import { prepareSend } from '../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../domains/send/progress/sendPrepared.lazy.ts'
import { startTestMoney } from './startTestMoney.ts'

const account = fc.record({
  free: fc.oneof(
    fc.bigInt({ min: 0n, max: 5n * 10n ** 8n }),
    fc.bigInt({ min: 0n, max: 10n ** 13n }),
  ),
  reserved: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 9n })),
  frozen: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 9n })),
  consumers: fc.nat({ max: 1 }),
})
const order = fc.oneof(
  fc.constant('max' as const),
  fc.bigInt({ min: 1n, max: 10n ** 9n }),
  fc.bigInt({ min: 1n, max: 10n ** 13n }),
)

test('what a preview shows is what the node then has', async () => {
  const started = await startTestMoney({ hasMinimum: false })
  const { kit, networkId, me, friend, node } = started
  expect(polkadotNetworkOf(networkId)?.hasBalances).toBe(true)
  let sent = 0
  await fc.assert(
    fc.asyncProperty(account, account, order, async (mine, theirs, amount) => {
      const keep = ({ free, ...parts }: typeof mine, address: string) =>
        node.fund(address, free - node.accountOf(address).free, parts)
      keep(mine, me)
      keep(theirs, friend)
      const prepared = await prepareSend(kit, {
        networkId,
        from: me,
        to: { address: friend },
        token: { symbol: 'DOT', decimals: 10 },
        amount,
      })
      if (prepared.problems.length > 0) return
      const { simulation, fee } = prepared
      if (simulation.status !== 'works') throw new Error('A payment without a problem works')
      await sendPrepared(kit, prepared)
      sent++
      expect(node.accountOf(friend).free).toBe(theirs.free + (simulation.arrives ?? 0n))
      expect(simulation.arrives).toBe(prepared.amount)
      expect(node.accountOf(me).free).toBe(mine.free - prepared.amount - (fee?.total ?? 0n))
      expect(node.accountOf(me).reserved).toBe(mine.reserved)
    }),
    { numRuns: 60, seed: 7 },
  )
  expect(sent).toBeGreaterThan(15)
})
