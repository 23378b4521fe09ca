import type { ChainIndex, Head, Hex, IndexedBlock, Pool } from '../chainIndex/chainIndex.ts'
import type { ChainSource } from './chainSource.ts'
import { findFork } from './findFork.ts'
import { indexBlock, type Knowledge } from './indexBlock.ts'
import { readAhead } from './readAhead.ts'
import type { Header } from './wire.ts'

/** Blocks read at once. */
const width = 8
/** What goes into one transaction of the database: so many blocks, and no more once there are so many rows. */
export type Batch = { blocks: number; rows: number }
const wholeBatch: Batch = { blocks: 200, rows: 4_000 }
/** Milliseconds after which a node that has fewer blocks than are indexed is believed. */
const patience = 60_000

export type Follower = {
  /** Brings the index one batch closer to the chain. @returns whether it is at the newest block */
  step(signal: AbortSignal): Promise<boolean>
}

/** Hears what became of the chain's index. */
export type Progress = {
  added: (blocks: readonly IndexedBlock[], newest: number) => void
  takenBack: (blocks: number) => void
}

/**
 * Makes the steps by which an index follows its chain. Every step begins with what the database says, so that it may be the
 * first of a process, or the first after a failure.
 */
export function createFollower(options: {
  index: ChainIndex
  source: ChainSource
  startBlock: number
  /** Which pools to keep, and which are known already. */
  wrapped: Hex | undefined
  isWanted: Knowledge['isWanted']
  pools: readonly Pool[]
  progress: Progress
  batch?: Batch | undefined
  now: () => number
}): Follower {
  const { index, source, startBlock, progress, now, batch: batchLimit = wholeBatch } = options
  const pools = new Set(options.pools.map((pool) => pool.address))
  const knowledge: Knowledge = { wrapped: options.wrapped, pools, isWanted: options.isWanted }
  let behindSince: number | undefined

  async function rollBack(head: Head, to: Head | undefined): Promise<false> {
    if (await index.rollBack(head, to)) progress.takenBack(head.number - (to?.number ?? startBlock - 1))
    return false
  }

  /** A node with fewer blocks is behind; or the chain was shortened, which a node says for longer. */
  async function waitBehind(head: Head, newest: Header, signal: AbortSignal): Promise<boolean> {
    if ((await index.hashAt(newest.number)) !== newest.hash) return rollBack(head, await findFork(index, source, head, startBlock, signal))
    behindSince ??= now()
    if (now() - behindSince < patience || (await source.isSyncing(signal))) return true
    behindSince = undefined
    return rollBack(head, { number: newest.number, hash: newest.hash })
  }

  async function addBatch(head: Head | undefined, newest: Header, signal: AbortSignal): Promise<boolean> {
    const batch: IndexedBlock[] = []
    const newPools: Pool[] = []
    const first = head ? head.number + 1 : startBlock
    const last = Math.min(newest.number, first + batchLimit.blocks - 1)
    let rows = 0
    for await (const block of readAhead({ first, last, width, signal }, source.block)) {
      const before = batch.at(-1) ?? head
      if (before && block.parentHash !== before.hash) {
        if (batch.length === 0 && head) return rollBack(head, await findFork(index, source, head, startBlock, signal))
        break // what has been read so far is one chain; the next step sees what replaced it
      }
      const { indexed, newPools: found } = indexBlock(block, knowledge)
      batch.push(indexed)
      newPools.push(...found)
      for (const pool of found) pools.add(pool.address)
      rows += indexed.transactions.length + indexed.transfers.length
      if (rows >= batchLimit.rows) break
    }
    if (newPools.length > 0) await index.addPools(newPools)
    if (batch.length === 0) return true // the node does not have yet what it has announced
    if (await index.append(head, batch)) progress.added(batch, newest.number)
    return false
  }

  return {
    async step(signal) {
      const [head, newest] = await Promise.all([index.head(), source.newest(signal)])
      if (newest.number < startBlock) return true
      if (head && newest.number < head.number) return waitBehind(head, newest, signal)
      behindSince = undefined
      if (!head || newest.number > head.number) return addBatch(head, newest, signal)
      return newest.hash === head.hash || rollBack(head, await findFork(index, source, head, startBlock, signal))
    },
  }
}
