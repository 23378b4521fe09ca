import { checkAges, checkLockTime } from '../judge/checkLocks.ts'
import { checkMaturity } from '../judge/checkMaturity.ts'
import { rivalsOf } from '../judge/checkReplacement.ts'
import { Refusal, refuse } from '../judge/refusal.ts'
import type { Block } from '../wire/block.ts'
import { readTransaction } from '../wire/transaction.ts'
import { acceptTransaction, dropTransaction } from './acceptTransaction.ts'
import { disconnectTip } from './connectBlock.ts'
import { tipOf } from './createChain.ts'
import { ancestorsOf, coinOf } from './mempool.ts'
import { mineBlock } from './mineBlock.ts'
import type { Chain, Entry } from './types.ts'

/** Options for a reorganisation. */
export type ReorganiseOptions = {
  /** How many blocks at the tip are replaced. */
  depth: number
  /** The script that gets the rewards of the new blocks. */
  script: Buffer
  /**
   * Transactions that the first new block has. Waiting ones that spend the same outputs are
   * dropped, whatever their fees. @default none: the new blocks are empty
   */
  transactions?: readonly Buffer[]
}

/**
 * Replaces the newest blocks by a branch that is one block longer. The transactions of the removed
 * blocks wait again, until a later block; those that spend a reward of a removed block are dropped.
 * @throws RangeError if there are not that many blocks; Refusal for a transaction, after which the
 * chain has the new branch without it
 */
export function reorganise(
  chain: Chain,
  { depth, script, transactions = [] }: ReorganiseOptions,
): Block[] {
  if (!Number.isSafeInteger(depth) || depth < 1 || depth > tipOf(chain).height)
    throw new RangeError('There are not that many blocks')
  chain.counts.branches += 1
  for (let count = 0; count < depth; count += 1) disconnectTip(chain)
  dropInvalid(chain)
  const only = new Set<string>()
  try {
    for (const raw of transactions) addToBranch(chain, raw, only)
  } finally {
    // the branch is made in any case: a chain never ends below a tip that it has shown
    const rest = Array.from({ length: depth }, () => new Set<string>())
    for (const ids of [only, ...rest]) mineBlock(chain, { script, only: ids })
  }
  return chain.blocks.slice(-depth - 1)
}

/** Puts a transaction, and the waiting ones that it spends from, into the next block. */
function addToBranch(chain: Chain, raw: Buffer, only: Set<string>): void {
  const transaction = readTransaction(raw)
  const { txid } = transaction
  if (!chain.mempool.has(txid)) {
    for (const rival of rivalsOf(chain, transaction)) dropTransaction(chain, rival.transaction.txid)
    acceptTransaction(chain, raw)
  }
  for (const ancestor of ancestorsOf(chain, transaction)) only.add(ancestor.transaction.txid)
  only.add(txid)
}

/** Drops the waiting transactions that the shorter chain does not allow any more. */
function dropInvalid(chain: Chain): void {
  for (const entry of [...chain.mempool.values()])
    if (chain.mempool.has(entry.transaction.txid) && !isStillValid(chain, entry))
      dropTransaction(chain, entry.transaction.txid)
}

function isStillValid(chain: Chain, { transaction }: Entry): boolean {
  try {
    const spent = transaction.inputs.map(
      (input) => coinOf(chain, input) ?? refuse('bad-txns-inputs-missingorspent'),
    )
    checkLockTime(chain, transaction)
    checkAges(chain, transaction, spent)
    checkMaturity(chain, spent)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
