import type { IndexedBlock } from '../../../chainIndex/chainIndex.ts'
import type { WireSolanaBlock } from './blockWire.ts'
import type { ReadTransaction } from './readTransaction.ts'

/**
 * The data of a block for the index. Votes of validators are left out. Balances show everything
 * that programs have moved, so a block always counts as traced.
 */
export function indexSolanaBlock(
  number: number,
  { blockhash, previousBlockhash, blockTime, transactions }: WireSolanaBlock<ReadTransaction>,
): IndexedBlock {
  const placed = transactions.flatMap((read, index) =>
    read.isVote ? [] : [{ ...read, place: { block: number, index } }],
  )
  return {
    number,
    hash: blockhash,
    parentHash: previousBlockhash,
    minedAt: blockTime,
    isTraced: true,
    transactions: placed.map(({ transaction, place }) => ({ ...place, ...transaction })),
    transfers: placed.flatMap(({ moves, place }) =>
      moves.map((move, position) => ({ ...place, position, ...move })),
    ),
    approvals: placed.flatMap(({ approvers, place }) =>
      approvers.map((owner, position) => ({ ...place, position, owner })),
    ),
    reserves: [],
  }
}
