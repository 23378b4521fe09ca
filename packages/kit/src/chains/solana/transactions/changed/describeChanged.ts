import type { Network } from '../../../../core/network.ts'
import type { TransactionDescription } from '../../../../core/pendingTransactions.ts'
import { readMessage } from '../../wire/instructions.ts'
import type { Wire } from '../../wire/transaction.ts'
import { describeTransaction } from '../describe.ts'
import { transfersOf } from './transfersOf.ts'
import type { ListedToken } from './transfersOf.ts'

/** What descriptions are written with: the network, and the site's own tokens there. */
export type Names = { network: Network | undefined; tokens: readonly ListedToken[] }

/**
 * What a transaction did to an account: the steps say what it is, and the balances before and after
 * it what moved. `meta`: what the node says of it, of any form.
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
  // of somebody else's, only what it did to this account
  const isOwn = sent.signers.includes(address)
  return {
    operationType: isOwn ? operationType : 'unknown',
    ...(isOwn && transfers.length === 1 && sentTo !== undefined && { sentTo }),
    ...(transfers.length > 0 && { transfers }),
  }
}
