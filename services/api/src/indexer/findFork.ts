import type { ChainIndex, Head } from '../chainIndex/chainIndex.ts'
import type { ChainSource } from './chainSource.ts'
import { SourceError } from './sourceError.ts'

/**
 * The newest indexed block that the node has too; undefined when there is none. Steps back in growing steps, then searches between
 * the last two: if one block is equal, so are all blocks below it.
 * @throws SourceError when the node lacks a block below its newest: this says nothing about the chain
 */
export async function findFork(index: ChainIndex, source: ChainSource, head: Head, startBlock: number, signal: AbortSignal): Promise<Head | undefined> {
  const newest = Math.min(head.number, (await source.newest(signal)).number)
  const same = async (number: number): Promise<Head | undefined> => {
    const [ours, theirs] = await Promise.all([index.hashAt(number), source.header(number, signal)])
    if (!theirs) throw new SourceError('The node lacks a block below its newest')
    return ours !== undefined && ours === theirs.hash ? { number, hash: ours } : undefined
  }
  let different = newest + 1
  let found: Head | undefined
  for (let step = 1; !found && different > startBlock; step *= 2) {
    const number = Math.max(startBlock, newest + 1 - step)
    found = await same(number)
    if (!found) different = number
  }
  while (found && different - found.number > 1) {
    const middle = Math.floor((found.number + different) / 2)
    const between = await same(middle)
    if (between) found = between
    else different = middle
  }
  return found
}
