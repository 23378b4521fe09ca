import type { NetworkId } from '@latchkey/protocol/caip'
import { partsOf } from '@latchkey/protocol/isObject'
import type { SolanaTransaction } from '@latchkey/protocol/transaction'
import { isTransactionHash } from '@latchkey/protocol/transactionHash'
import type {
  TransactionState,
  TransactionsFacet,
} from '../../../core/contracts/facets/transactions.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { PendingTransaction } from '../../../core/transactions/pendingTransactions.ts'
import { chainOf, wholeOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'
import { countConfirmations } from './countConfirmations.ts'
import { describeTransaction } from './describe.ts'
import { toBase64 } from '@latchkey/protocol/base64'
import { readWire } from '../wire/transaction.ts'
import { readTransactionState, readTransaction } from './readTransactionState.ts'
import type { FinalBlock } from './readTransactionState.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * The number of blocks for which a blockhash is valid, and 50 more, because the wallet's node may
 * be ahead of the kit's node.
 */
const lifetime = 150 + 50

/**
 * Creates the `transactions` facet of Solana. It does not look for replacements: a sender's
 * transactions have no order on Solana, so no transaction replaces another.
 */
export function createTransactions(kit: Kit): TransactionsFacet {
  return {
    describe: (transaction, network) =>
      // the cast: the kit calls a facet only with transactions of the facet's namespace
      describeTransaction(transaction as SolanaTransaction, network),
    comparisonTextOf: (transaction) =>
      toBase64(readWire((transaction as SolanaTransaction).serialized).bytes), // cast as above
    createLookup: () => createLookup(kit),
    // from now on, because the wallet may have used a newer blockhash than the site
    readLastHeight: async ({ networkId }) => (await readHeight(chainOf(kit, networkId))) + lifetime,
    countConfirmations: ({ networkId, hash, signal }) =>
      countConfirmations(chainOf(kit, networkId, signal), hash),
    async readFee({ networkId, hash, signal }) {
      if (!isTransactionHash(hash, 'solana')) return undefined
      const { fee } = partsOf(
        partsOf(await readTransaction(chainOf(kit, networkId, signal), hash))['meta'],
      )
      return fee === undefined ? undefined : wholeOf(fee)
    },
  }
}

/**
 * Creates a lookup of transactions. It reads the last finalized block of a network only once, for
 * all transactions.
 */
function createLookup(kit: Kit): (transaction: PendingTransaction) => Promise<TransactionState> {
  const finals = new Map<NetworkId, Promise<FinalBlock>>()
  return (transaction) => {
    const chain = chainOf(kit, transaction.networkId)
    const context = {
      chain,
      network: contextOf(kit).networks.find(({ networkId }) => networkId === transaction.networkId)
        ?.network,
      tokens: contextOf(kit).options.tokens?.[transaction.networkId] ?? [],
    }
    return readTransactionState(context, transaction, () => {
      const cached = finals.get(transaction.networkId) ?? readFinal(chain)
      finals.set(transaction.networkId, cached)
      return cached
    })
  }
}

/**
 * The current block height. Source: getBlockHeight
 * @throws KitError answerInvalid; the node's errors
 */
const readHeight = async ({ request: ask }: Chain): Promise<number> =>
  Number(wholeOf(await ask('getBlockHeight', [{ commitment: 'processed' }])))

/**
 * The last finalized block. Source: getEpochInfo
 * @throws KitError answerInvalid; the node's errors
 */
async function readFinal({ request: ask }: Chain): Promise<FinalBlock> {
  const { blockHeight, absoluteSlot } = partsOf(
    await ask('getEpochInfo', [{ commitment: 'finalized' }]),
  )
  return { height: Number(wholeOf(blockHeight)), slot: wholeOf(absoluteSlot) }
}
