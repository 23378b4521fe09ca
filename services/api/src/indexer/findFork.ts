import type { ChainIndex, Head } from '../chainIndex/chainIndex.ts'
import type { ChainSource } from './chainSource.ts'

/**
 * The newest indexed block that the node has too; undefined when there is none. Looks back in growing steps, then between
 * the last two: blocks below one that is the same are the same.
 */
export async function findFork(index: ChainIndex, source: ChainSource, head: Head, startBlock: number, signal: AbortSignal): Promise<Head | undefined> {
  const same = async (number: number): Promise<Head | undefined> => {
    const [ours, theirs] = await Promise.all([index.hashAt(number), source.header(number, signal)])
    return ours !== undefined && ours === theirs?.hash ? { number, hash: ours } : undefined
  }
  let different = head.number + 1
  let found: Head | undefined
  for (let step = 1; !found && different > startBlock; step *= 2) {
    const number = Math.max(startBlock, head.number + 1 - step)
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
