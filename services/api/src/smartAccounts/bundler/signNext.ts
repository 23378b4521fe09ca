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
 * they pay them; or an empty one, which the executor pays, if they have waited too long.
 * @param options.isOver whether they have waited too long
 * @returns undefined if they do not pay more, and may still wait
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
  const fees = higherFees(before, current)
  if (!isEmpty && operations.length > 0) {
    const paid = paidFees(operations)
    if (isWithin(higherFees(before, nothing), paid))
      return signBundle(chain, account, operations, { nonce, fees: capped(fees, paid) })
  }
  return isEmpty || isOver ? signEmpty(chain, account, { nonce, fees }) : undefined
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
