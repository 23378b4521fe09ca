import type { EvmTransaction } from '@latchkey/protocol/transaction'
import type {
  ReplacementFacts,
  TransactionState,
  TransactionId,
  TransactionsFacet,
} from '../../../core/contracts/facets/transactions.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { PendingTransaction } from '../../../core/transactions/pendingTransactions.ts'
import { chainOf } from '../provider/chain.ts'
import { numberOf } from '../provider/quantity.ts'
import { countConfirmations } from './countConfirmations.ts'
import { describeTransaction } from './describeTransaction.ts'
import { findReplacement } from './findReplacement.ts'
import {
  countNonces,
  readTransactionState,
  partsOf,
  readHasCode,
  replacementFactsOf,
  shownOf,
} from './readTransactionState.ts'
import { readCallBatch } from './readCallBatch.ts'
import { readFee } from './readFee.ts'

/**
 * Creates the `transactions` facet of EVM networks. It reads the states and the fees of
 * transactions, and describes them.
 */
export function createTransactions(kit: Kit): TransactionsFacet {
  return {
    // the cast: the kit calls a facet only with transactions of the facet's namespace
    describe: (transaction, network) => describeTransaction(transaction as EvmTransaction, network),
    readCallBatch: (batch) => readCallBatch(kit, batch),
    createLookup: () => createLookup(kit),
    findReplacement: ({ replacementKey, ...transaction }) =>
      findReplacement(chainOf(kit, transaction.networkId), {
        ...transaction,
        nonce: Number(replacementKey),
      }),
    readReplacementFacts: (transaction) => readReplacementFacts(kit, transaction),
    countConfirmations: ({ networkId, hash, signal }) =>
      countConfirmations(chainOf(kit, networkId, signal), hash),
    readFee: ({ networkId, hash, address, signal }) =>
      readFee(chainOf(kit, networkId, signal), hash, address),
  }
}

/**
 * Creates a lookup of transactions. It reads the nonces and the code of a sender only once, for all
 * transactions of that sender.
 */
function createLookup(kit: Kit): (transaction: PendingTransaction) => Promise<TransactionState> {
  const counts = new Map<string, Promise<number>>()
  const codes = new Map<string, Promise<boolean>>()
  return (transaction) => {
    const { networkId, address } = transaction
    const chain = chainOf(kit, networkId)
    const sender = `${networkId}:${address}`
    return readTransactionState(chain, transaction, {
      countUsed: () => onceOf(counts, sender, () => countNonces(chain, address)),
      hasCode: () => onceOf(codes, sender, () => readHasCode(chain, address)),
    })
  }
}

function onceOf<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const value = known.get(key) ?? read()
  known.set(key, value)
  return value
}

async function readReplacementFacts(
  kit: Kit,
  { networkId, hash, address }: TransactionId & { address: string },
): Promise<ReplacementFacts | undefined> {
  const parts = partsOf(await chainOf(kit, networkId).request('eth_getTransactionByHash', [hash]))
  return parts && shownOf(parts, address) === 'own'
    ? replacementFactsOf(numberOf(parts['nonce']))
    : undefined
}
