import type { PrivateKeyAccount } from 'viem/accounts'
import type { OperationChain } from '../operationChain.ts'
import type { Bids, NewBundle } from './bundleStore.ts'
import {
  feesOf,
  higherFees,
  paidFees,
  signBundle,
  signEmpty,
  type Fees,
  type Market,
} from './signBundle.ts'

/**
 * Signs the transaction that replaces a stuck one: the same operations with higher fees, as far as
 * they pay them; or an empty one, which the executor pays, if they have waited too long. An empty
 * one is replaced only when the fees of the chain have risen above its own.
 * @param options.isOver whether they have waited too long
 * @returns undefined if nothing should be replaced now
 */
export async function signNext(
  chain: OperationChain,
  account: PrivateKeyAccount,
  { bundle, operations }: Bids,
  { market: { baseFee, tip }, isOver }: { market: Market; isOver: boolean },
): Promise<NewBundle | undefined> {
  const { nonce, isEmpty } = bundle
  const before = feesOf(bundle)
  const current = { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip }
  const least = higherFees(before, nothing)
  if (isEmpty && current.maxFeePerGas < least.maxFeePerGas) return undefined
  const fees = higherFees(before, current)
  if (isEmpty || isOver) return signEmpty(chain, account, { nonce, fees })
  const paid = operations.length > 0 ? paidFees(operations) : nothing
  return isWithin(least, paid)
    ? signBundle(chain, account, operations, { nonce, fees: capped(fees, paid) })
    : undefined
}

const nothing: Fees = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }

const isWithin = (fees: Fees, limit: Fees): boolean =>
  fees.maxFeePerGas <= limit.maxFeePerGas && fees.maxPriorityFeePerGas <= limit.maxPriorityFeePerGas

const capped = (fees: Fees, limit: Fees): Fees => ({
  maxFeePerGas: fees.maxFeePerGas < limit.maxFeePerGas ? fees.maxFeePerGas : limit.maxFeePerGas,
  maxPriorityFeePerGas:
    fees.maxPriorityFeePerGas < limit.maxPriorityFeePerGas
      ? fees.maxPriorityFeePerGas
      : limit.maxPriorityFeePerGas,
})
