import type { Head } from '../chainIndex/chainIndex.ts'
import type { BlockRun } from './openBlockRun.ts'
import type { ReadBatch } from './readBatch.ts'

/** The batch after a block, which is read while that block is still being written. */
export class BatchAhead {
  readonly #after: Head
  readonly #run: BlockRun
  readonly #signal: AbortSignal
  readonly #read: () => Promise<ReadBatch>
  #reading: Promise<ReadBatch> | undefined
  #isTaken = false

  /**
   * @param run has the blocks that `read` reads
   * @param signal stops the run's reading
   * @param read reads the batch; it never rejects
   */
  constructor(after: Head, run: BlockRun, signal: AbortSignal, read: () => Promise<ReadBatch>) {
    this.#after = after
    this.#run = run
    this.#signal = signal
    this.#read = read
    // two batches with very large blocks would take hundreds of megabytes
    if (!run.isHeavy()) this.#reading = read()
  }

  /** Whether the batch comes after this head, and the signal is the one of its reading. */
  follows({ number, hash }: Head, signal: AbortSignal): boolean {
    return signal === this.#signal && number === this.#after.number && hash === this.#after.hash
  }

  /** The batch. It begins to be read now, if it was not read ahead. */
  take(): Promise<ReadBatch> {
    this.#isTaken = true
    return (this.#reading ??= this.#read())
  }

  /** Stops the reading, unless the batch was taken. */
  async close(): Promise<void> {
    if (!this.#isTaken) await this.#run.close()
  }
}
