import type { NetworkId } from '@latchkey/protocol/caip'
import type { PolkadotTransaction } from '@latchkey/protocol/transaction'
import type { TransactionsFacet } from '../../../core/contracts/facets/transactions.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { chainOf, readFinal, readHeader } from '../node/chainOf.ts'
import type { Chain } from '../node/chainOf.ts'
import type { Position } from '../node/findTransaction.ts'
import { sentTransaction } from '../send/sentTransactions.ts'
import { eraPeriod } from '../wire/era.ts'
import { describeTransaction } from './describe.ts'
import {
  findReplacement,
  hashOf,
  locate,
  readResult,
  readTransactionState,
} from './readTransactionState.ts'

/**
 * Creates the `transactions` facet of Polkadot. A transaction replaces another one of the same
 * sender if it has the same nonce.
 */
export function createTransactions(kit: Kit): TransactionsFacet {
  return {
    describe: (transaction, network) =>
      // the cast: the kit calls a facet only with transactions of the facet's namespace
      describeTransaction(kit, transaction as PolkadotTransaction, network),
    createLookup: () => (transaction) =>
      readTransactionState(chainOf(kit, transaction.networkId), transaction),
    findReplacement: (transaction) =>
      findReplacement(chainOf(kit, transaction.networkId), transaction),
    async readReplacementFacts({ hash }) {
      const nonce = sentTransaction(kit, hash)?.nonce
      return nonce === undefined ? undefined : { nonce, replacementKey: String(nonce) }
    },
    // a transaction of another page may have been signed just now
    readLastHeight: async ({ networkId, hash }) =>
      sentTransaction(kit, hash)?.lastHeight ??
      (await readHeader(chainOf(kit, networkId))).height + eraPeriod,
    async countConfirmations({ networkId, hash, signal }) {
      const chain = chainOf(kit, networkId, signal)
      const position = await locateKnown(chain, hash)
      return position ? countConfirmations(chain, position) : 0
    },
    async readFee({ networkId, hash, signal }) {
      const chain = chainOf(kit, networkId, signal)
      const position = await locateKnown(chain, hash)
      return position && (await readResult(chain, position))?.fee
    },
  }
}

/** Where a transaction is, by what the kit has stored about it. */
async function locateKnown(chain: Chain, text: string): Promise<Position | undefined> {
  const hash = hashOf(text)
  const { kit, networkId } = chain
  const stored = kit.getState().pending?.find((entry) => isOf(entry, networkId, hash))
  return hash && locate(chain, hash, stored?.lastHeight)
}

const isOf = (
  entry: { networkId: NetworkId; hash: string },
  networkId: NetworkId,
  hash: string | undefined,
) => entry.networkId === networkId && hashOf(entry.hash) === hash

async function countConfirmations(chain: Chain, { height }: Position): Promise<number | 'final'> {
  const [final, head] = await Promise.all([readFinal(chain), readHeader(chain)])
  // an answer of another node may not have the newest block yet
  return final.height >= height ? 'final' : Math.max(1, head.height - height + 1)
}
