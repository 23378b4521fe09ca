import { ancestorsOf, descendantsOf } from '../chain/mempool.ts'
import type { Chain, Entry } from '../chain/types.ts'
import type { Transaction } from '../wire/transaction.ts'
import { refuse } from './refusal.ts'

/** How many transactions may depend on each other while they wait, and their virtual bytes. */
const limits = { count: 25, vsize: 101_000 }
/** A small child of a single parent may exceed the parent's limits once. */
const smallChild = { ancestors: 2, vsize: 10_000 }
/** Version 3 waits in pairs: a parent, and a small child. BIP-431 */
const pair = { version: 3, vsize: 10_000, childVsize: 1_000 }

/**
 * Checks the limits on chains of waiting transactions. `replaced` are those that would be removed.
 * @throws Refusal
 */
export function checkPackage(
  chain: Chain,
  transaction: Transaction,
  replaced: ReadonlySet<Entry>,
): void {
  const ancestors = ancestorsOf(chain, transaction)
  for (const ancestor of ancestors)
    if (replaced.has(ancestor)) refuse('bad-txns-spends-conflicting-tx')
  const { vsize, version } = transaction
  checkPair(chain, { transaction, ancestors, replaced })
  const isSmall =
    vsize <= smallChild.vsize && version !== pair.version && ancestors.size < smallChild.ancestors
  const isLong = ancestors.size + 1 > limits.count || vsizeOf(ancestors) + vsize > limits.vsize
  if (isLong) refuse('too-long-mempool-chain')
  for (const ancestor of ancestors) {
    const others = [...descendantsOf(chain, ancestor)].filter((entry) => !replaced.has(entry))
    const count = others.length + 2
    const size = ancestor.transaction.vsize + vsizeOf(others) + vsize
    const more = isSmall ? { count: 1, vsize: smallChild.vsize } : { count: 0, vsize: 0 }
    if (count > limits.count + more.count || size > limits.vsize + more.vsize)
      refuse('too-long-mempool-chain')
  }
}

type Family = {
  transaction: Transaction
  ancestors: ReadonlySet<Entry>
  replaced: ReadonlySet<Entry>
}

/** Checks the rules of version 3, and that no other version depends on it. */
function checkPair(chain: Chain, { transaction, ancestors, replaced }: Family): void {
  const { version, vsize } = transaction
  const isPair = version === pair.version
  for (const { transaction: parent } of ancestors)
    if ((parent.version === pair.version) !== isPair) refuse('TRUC-violation')
  if (!isPair) return
  if (vsize > pair.vsize || ancestors.size > 1) refuse('TRUC-violation')
  if (ancestors.size > 0 && vsize > pair.childVsize) refuse('TRUC-violation')
  for (const parent of ancestors)
    for (const child of descendantsOf(chain, parent))
      if (!replaced.has(child)) refuse('TRUC-violation')
}

const vsizeOf = (entries: Iterable<Entry>): number =>
  [...entries].reduce((total, { transaction }) => total + transaction.vsize, 0)
