import type { Head, IndexedBlock, Pool } from '../chainIndex/chainIndex.ts'
import type { Knowledge, SourceBlock } from './chainSource.ts'
import type { BlockRun } from './openBlockRun.ts'
import { SourceError } from './sourceError.ts'

/** An indexed block with its time, after which other blocks follow. */
export type TimedHead = Head & { minedAt: number | undefined }

/** Blocks that were read one after the other, and are written together. */
export type ReadBatch = {
  blocks: IndexedBlock[]
  /** The new pools in the blocks. */
  pools: Pool[]
  /** There are no blocks, because the next block has another parent. */
  hasFork: boolean
  /** The error that ended the reading after the blocks. */
  failure: { error: unknown } | undefined
  /** The run, if it has further blocks. */
  open: BlockRun | undefined
}

export type BatchOptions = {
  /** After this number of rows no further block is added. */
  rows: number
  startBlock: number
  knowledge: Knowledge
  /** Called with each new pool, before the next block is read. */
  onPool: (pool: Pool) => void
  /** Checks a block's time. @throws SourceError */
  checkTime: (block: SourceBlock, parentTime: number) => void
}

/**
 * Reads the blocks of a run, up to the limit of rows, as long as each follows the previous one. If
 * the run has more blocks, it stays open. It never rejects.
 */
export async function readBatch(
  head: TimedHead | undefined,
  run: BlockRun,
  options: BatchOptions,
): Promise<ReadBatch> {
  const batch: ReadBatch = {
    blocks: [],
    pools: [],
    hasFork: false,
    failure: undefined,
    open: undefined,
  }
  try {
    await readInto(batch, head, run, options)
  } catch (error) {
    batch.failure = { error }
  }
  if (!batch.open) await run.close()
  return batch
}

async function readInto(
  batch: ReadBatch,
  head: TimedHead | undefined,
  run: BlockRun,
  { rows: limit, startBlock, knowledge, onPool, checkTime }: BatchOptions,
): Promise<void> {
  let rows = 0
  for (let block = await run.next(); block; block = await run.next()) {
    const before = batch.blocks.at(-1) ?? head
    if (before && block.parentHash !== before.hash) {
      // the blocks so far form one chain; the next step handles the replaced blocks
      batch.hasFork = batch.blocks.length === 0
      return
    }
    if (!before && block.parentNumber >= startBlock)
      throw new SourceError('The node left out the first block')
    checkTime(block, before?.minedAt ?? 0)
    const { indexed, newPools } = block.index(knowledge)
    batch.blocks.push(indexed)
    batch.pools.push(...newPools)
    newPools.forEach(onPool)
    rows += indexed.transactions.length + indexed.transfers.length
    if (rows >= limit) return void (batch.open = run)
  }
}
