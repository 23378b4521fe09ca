import type { ChainIndex, Head } from '../chainIndex/chainIndex.ts'
import type { ChainSource } from './chainSource.ts'
import { SourceError } from './sourceError.ts'

/**
 * Finds the newest indexed block that the node also has; undefined if there is none. It goes back
 * in growing steps, and then searches between the last two steps. If one block is equal, all blocks
 * below it are equal, too.
 * @throws SourceError when the node lacks a block below its newest block, because then it shows
 *   nothing about the chain
 */
export async function findFork(
  index: ChainIndex,
  source: ChainSource,
  head: Head,
  startBlock: number,
  signal: AbortSignal,
): Promise<Head | undefined> {
  const newest = Math.min(head.number, (await source.newest(signal)).number)
  /** The newest indexed block up to a number, if the node has the same block. */
  const same = async (number: number): Promise<Head | undefined> => {
    const indexed = await index.newestUpTo(number)
    if (!indexed) return undefined
    const theirs = await source.header(indexed.number, signal)
    if (!theirs) throw new SourceError('The node lacks a block below its newest')
    return theirs !== 'skipped' && indexed.hash === theirs.hash ? indexed : undefined
  }
  let different = newest + 1
  let found: Head | undefined
  /**
   * When a block is found, both chains are equal up to this number. The numbers between it and
   * `different` are still to be searched.
   */
  let equal = startBlock
  for (let step = 1; !found && different > startBlock; step *= 2) {
    const number = Math.max(startBlock, newest + 1 - step)
    found = await same(number)
    if (found) equal = number
    else different = number
  }
  while (found && different - equal > 1) {
    const middle = Math.floor((equal + different) / 2)
    const between = await same(middle)
    found = between ?? found
    if (between) equal = middle
    else different = middle
  }
  return found
}
