import { expect, test } from 'vitest'
import type { WantedTransaction } from '../../rpc/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { estimate } from './estimate.ts'
import { isLargeFee } from './isLargeFee.ts'

const gwei = 10n ** 9n
const coin = 10n ** 18n
const address = `0x${'1'.repeat(40)}` as const
const network: Network = { networkId: 'eip155:1', name: 'Ethereum', namespace: 'eip155', reference: '1', currency: { symbol: 'ETH', decimals: 18 } }
const answers: Record<string, unknown> = { eth_estimateGas: '0x5208', eth_getBalance: '0x1', eth_getBlockByNumber: { baseFeePerGas: '0x2540be400' }, eth_maxPriorityFeePerGas: '0x3b9aca00' }
/** A server whose node knows only these answers. */
const server = { call: (_: unknown, { method }: { method: string }) => Promise.resolve({ result: answers[method] }) } as Wallet['server'] // of its calls only this one is used
const estimateOf = (more: Partial<WantedTransaction>) => estimate({ server }, network, { address, transactions: [{ to: address, value: coin, data: '0x', ...more }] })

test('offers the fee that is usual where the site gives none', async () => {
  const usual = 21_000n * 21n * gwei
  expect(await estimateOf({})).toMatchObject({ fee: usual, usualFee: usual, costs: [{ type: 'eip1559', gas: 21_000n }] })
})

test.each([
  [{ gasPrice: 1_000n * gwei }, 21_000n * 1_000n * gwei],
  [{ maxFeePerGas: 500n * gwei }, 21_000n * 500n * gwei],
  [{ maxPriorityFeePerGas: 100n * gwei }, 21_000n * 120n * gwei],
  [{ gas: 30_000_000n }, 30_000_000n * 21n * gwei],
])('shows the fee that the site gives beside the usual one (%#)', async (wanted, fee) => {
  expect(await estimateOf(wanted)).toMatchObject({ fee, usualFee: 21_000n * 21n * gwei })
})

test('calls a fee large that is out of proportion to the usual one and to the value', () => {
  const isLarge = (fee: bigint, usual: bigint, value: bigint) => isLargeFee({ fee, usual, value, decimals: 18 })
  const usual = coin / 1_000n
  expect(isLarge(coin / 2n, usual, 100n * coin)).toBe(true)
  expect(isLarge(coin / 100n, usual, coin / 20n)).toBe(true)
  expect(isLarge(coin / 100n, usual, 0n)).toBe(true)
  expect(isLarge(coin / 100n, usual, coin)).toBe(false)
  // a busy network: the site gives what the wallet would
  expect(isLarge(coin / 2n, coin / 3n, 0n)).toBe(false)
  // thrice nearly nothing
  expect(isLarge(coin / 10_000n, coin / 30_000n, 0n)).toBe(false)
})
