import type { Network } from '../../../../core/contracts/network.ts'
import type { TransactionDescription } from '../../../../core/transactions/pendingTransactions.ts'
import { readMessage } from '../../wire/instructions.ts'
import type { Wire } from '../../wire/transaction.ts'
import { describeTransaction } from '../describe.ts'
import { transfersOf } from './transfersOf.ts'
import type { ListedToken } from './transfersOf.ts'

/** What descriptions take names from: the network, and the site's own tokens on that network. */
export type Names = { network: Network | undefined; tokens: readonly ListedToken[] }

/**
 * Describes the effect of a transaction on an account. The kind comes from the instructions, the
 * amounts from the balances before and after the transaction.
 * @param meta the node's data about the transaction, unchecked
 */
export function describeChanged(
  sent: Wire,
  meta: unknown,
  address: string,
  { network, tokens }: Names,
): TransactionDescription {
  const transfers = network
    ? transfersOf({
        keys: readMessage(sent.message)?.keys ?? [],
        meta,
        address,
        coin: network.nativeCurrency,
        tokens,
      })
    : []
  const { operationType, sentTo } = describeTransaction({ serialized: sent.bytes }, network)
  // if only other accounts have signed, the instructions are not described
  const isOwn = sent.signers.includes(address)
  return {
    operationType: isOwn ? operationType : 'unknown',
    ...(isOwn && transfers.length === 1 && sentTo !== undefined && { sentTo }),
    ...(transfers.length > 0 && { transfers }),
  }
}
