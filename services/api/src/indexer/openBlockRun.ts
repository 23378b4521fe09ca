import type { ChainSource, SourceBlock } from './chainSource.ts'
import { readAhead } from './readAhead.ts'

/**
 * How many blocks are read concurrently: usually `usual`, but only `heavy` after a block whose
 * weight is above `heavyWeight`, because several such blocks would take hundreds of megabytes.
 */
const width = { usual: 8, heavy: 1, heavyWeight: 10_000 }

/** Blocks of a source in ascending order. Some are read ahead, also between two calls of `next`. */
export type BlockRun = {
  /**
   * The next block; undefined after the last one.
   * @throws the errors of the source
   */
  next(): Promise<SourceBlock | undefined>
  /** Whether the last block was so large that no other block should be in memory with it. */
  isHeavy(): boolean
  /** Stops all reading. */
  close(): Promise<void>
}

/**
 * Opens a run of the blocks from `first` to `last`, of at most `max` numbers.
 * @param signal stops all reading
 */
export async function openBlockRun(
  source: ChainSource,
  { first, last, max }: { first: number; last: number; max: number },
  signal: AbortSignal,
): Promise<BlockRun> {
  let atOnce = width.usual
  const numbers = await source.numbers(first, last, max, signal)
  const blocks = readAhead(
    { first: 0, last: numbers.length - 1, width: () => atOnce, signal },
    async (index, stop) => source.block(numbers[index] ?? -1, stop),
  )
  return {
    async next() {
      const { value } = await blocks.next()
      if (!value) return undefined
      atOnce = value.weight > width.heavyWeight ? width.heavy : width.usual
      return value
    },
    isHeavy: () => atOnce === width.heavy,
    close: async () => void (await blocks.return()),
  }
}
