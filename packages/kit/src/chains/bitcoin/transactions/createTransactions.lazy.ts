import { isTransactionHash, transactionKey } from '@latchkey/protocol/transactionHash'
import type { BitcoinTransaction } from '@latchkey/protocol/transaction'
import type {
  ReplacementFacts,
  TransactionId,
  TransactionsFacet,
} from '../../../core/contracts/facets/transactions.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { countOf } from '../esplora/answers.ts'
import { esploraOf } from '../esplora/esplora.ts'
import type { Esplora } from '../esplora/esplora.ts'
import { readTransaction } from '../esplora/readTransaction.ts'
import { rememberedKey, replacementKeyOf } from '../send/sentCoins.ts'
import { comparisonTextOf } from './compare.ts'
import { describeTransaction } from './describe.ts'
import { prepareReplacement } from './prepareReplacement.ts'
import { findReplacement, readTransactionState } from './readTransactionState.ts'

/** After this many blocks, the kit stops counting: no block so deep has been undone. */
const finalDepth = 1_000

/**
 * Creates the `transactions` facet of Bitcoin. A transaction replaces another one if it spends one
 * of its coins.
 */
export function createTransactions(kit: Kit): TransactionsFacet {
  return {
    describe: (transaction, network) =>
      // the cast: the kit calls a facet only with transactions of the facet's namespace
      describeTransaction(transaction as BitcoinTransaction, network),
    comparisonTextOf: (transaction) => comparisonTextOf(transaction as BitcoinTransaction), // cast as above
    createLookup: () => (transaction) =>
      readTransactionState(
        esploraOf(kit, transaction.networkId),
        transaction,
        contextOf(kit).networks.find(({ networkId }) => networkId === transaction.networkId)
          ?.network,
      ),
    findReplacement: (transaction) =>
      findReplacement(esploraOf(kit, transaction.networkId), transaction),
    readReplacementFacts: async ({ networkId, hash }) => {
      const replacementKey = rememberedKey(kit, hash)
      return replacementKey === undefined
        ? readReplacementFacts(esploraOf(kit, networkId), hash)
        : { replacementKey }
    },
    prepareReplacement: (parameters) => prepareReplacement(kit, parameters),
    showsConfirmations: true,
    countConfirmations: ({ networkId, hash, signal }) =>
      countConfirmations(esploraOf(kit, networkId, signal), hash),
    readFee: async ({ networkId, hash, signal }) =>
      (await readKnown(esploraOf(kit, networkId, signal), hash))?.fee,
  }
}

/** The transaction of a hash. Undefined for a text that is no txid. */
const readKnown = async (esplora: Esplora, hash: TransactionId['hash']) =>
  isTransactionHash(hash, 'bip122') ? readTransaction(esplora, transactionKey(hash)) : undefined

async function readReplacementFacts(
  esplora: Esplora,
  hash: string,
): Promise<ReplacementFacts | undefined> {
  const transaction = await readKnown(esplora, hash)
  return transaction && { replacementKey: replacementKeyOf(transaction.spent) }
}

/**
 * The number of blocks that confirm a transaction, with its own. 0 while it is in no block. Source:
 * GET /blocks/tip/height
 * @throws KitError answerInvalid; the node's errors
 */
async function countConfirmations(esplora: Esplora, hash: string): Promise<number | 'final'> {
  const height = (await readKnown(esplora, hash))?.height
  if (height === undefined) return 0
  const tip = countOf(await esplora.get('/blocks/tip/height'))
  // an answer of another node may not have the newest block yet
  const count = Math.max(1, tip - height + 1)
  return count >= finalDepth ? 'final' : count
}
