import { perKit } from '../../../core/kit/perKit.ts'
import { extrinsicHash, maxReadBytes } from '../wire/extrinsic.ts'
import type { Hex } from '../wire/bytes.ts'
import { readBlockHash, readExtrinsics, readFinal, readHeader } from './chainOf.ts'
import type { Chain } from './chainOf.ts'

/** The place of a transaction: its block, and its number in it. */
export type Position = { height: number; block: Hex; index: number }

/** Blocks to search. @default to: the newest one */
export type Range = { from: number; to?: number }

/** The number of blocks that are requested at the same time. */
const batch = 8

/** The maximum number of blocks that are searched for one transaction. */
const maxBlocks = 256

/** The number of blocks whose hashes of transactions a page remembers. */
const maxRemembered = 512

/** The number of transactions above which a block is read again each time, to save memory. */
const maxTransactions = 2_000

type Memory = {
  /** The hashes of the transactions of each block, by the block's hash. */
  hashes: Map<Hex, readonly Hex[]>
  /** Up to which final block a transaction was searched without success, by its hash. */
  searched: Map<string, number>
  found: Map<string, Position>
}

const stored = perKit<Memory>(() => ({
  hashes: new Map(),
  searched: new Map(),
  found: new Map(),
}))

/**
 * Finds a transaction in the blocks of a range. Nodes can't be asked for a transaction, so the kit
 * reads the blocks. Final blocks are read once.
 * @throws KitError answerInvalid; the node's errors
 */
export async function findTransaction(
  chain: Chain,
  hash: Hex,
  { from, to }: Range,
): Promise<Position | undefined> {
  const memory = stored(chain.kit)
  const key = `${chain.networkId} ${hash}`
  const known = memory.found.get(key)
  // a block that was not final may have been undone
  if (known && (await readBlockHash(chain, known.height)) === known.block) return known
  memory.found.delete(key)
  const [final, head] = await Promise.all([readFinal(chain), readHeader(chain)])
  const end = Math.min(to ?? head.height, head.height)
  const first = Math.max(from, (memory.searched.get(key) ?? -1) + 1, end - maxBlocks + 1, 0)
  let complete = end
  for (let start = first; start <= end; start += batch) {
    const heights = Array.from({ length: Math.min(batch, end - start + 1) }, (_, at) => start + at)
    const blocks = await Promise.all(heights.map((height) => hashesAt(chain, height)))
    for (const [at, block] of blocks.entries()) {
      const index = block?.hashes.indexOf(hash) ?? -1
      const height = start + at
      // this node is behind the one that named the newest block
      if (!block) complete = Math.min(complete, height - 1)
      if (!block || index === -1) continue
      const position = { height, block: block.block, index }
      remember(memory.found, key, position)
      return position
    }
  }
  // a transaction can only be searched further if no block before was left out
  if (first <= from || memory.searched.has(key))
    remember(memory.searched, key, Math.min(complete, final.height))
  return undefined
}

/**
 * The height up to which final blocks were searched for a transaction without success. -1 if none
 * were. The nodes behind one URL may differ, so an answer about the newest block does not tell it.
 */
export const searchedHeight = ({ kit, networkId }: Chain, hash: Hex): number =>
  stored(kit).searched.get(`${networkId} ${hash}`) ?? -1

/** The hashes of the transactions at a height. Undefined where the chain is not that long. */
async function hashesAt(
  chain: Chain,
  height: number,
): Promise<{ block: Hex; hashes: readonly Hex[] } | undefined> {
  const { hashes } = stored(chain.kit)
  const block = await readBlockHash(chain, height)
  if (!block) return undefined
  const known = hashes.get(block)
  if (known) return { block, hashes: known }
  const read = (await readExtrinsics(chain, block)).map((bytes) =>
    bytes.length > maxReadBytes ? '0x' : extrinsicHash(bytes),
  )
  if (read.length <= maxTransactions) remember(hashes, block, read)
  return { block, hashes: read }
}

function remember<key, value>(map: Map<key, value>, key: key, value: value): void {
  const [oldest] = map.keys()
  if (map.size >= maxRemembered && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}
