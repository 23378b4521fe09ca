import type { Database } from '@latchkey/server/db/database'
import { wait } from '@latchkey/server/waiting'
import type { ChainIndex } from '../chainIndex/chainIndex.ts'
import { limitReads } from '../chainIndex/limitReads.ts'
import { openChainIndex } from '../chainIndex/openChainIndex.ts'
import {
  createChainStatus,
  type ChainHealth,
  type ChainStatus,
  type ServedIndex,
} from './chainStatus.ts'
import { createPollPause } from './createPollPause.ts'
import {
  failurePauses,
  followIndexed,
  type IndexedChain,
  type IndexerOptions,
} from './followIndexed.ts'
import { untilDone } from './untilDone.ts'

/** Milliseconds between two attempts to become the leader. */
const leadPause = 5_000

/** Follows one chain while this process is its leader. */
export class IndexedChainWorker {
  readonly #chain: IndexedChain
  readonly #options: IndexerOptions
  readonly #stop: AbortSignal
  readonly #status: ChainStatus
  readonly #pollPause = createPollPause()
  #index: ChainIndex | undefined
  #isLeading = false

  /** @param stop ends all work when it aborts */
  constructor(chain: IndexedChain, options: IndexerOptions, stop: AbortSignal) {
    this.#chain = chain
    this.#options = options
    this.#stop = stop
    this.#status = createChainStatus({
      lag: chain.index.finality,
      pollEvery: chain.index.pollEvery,
      now: () => performance.now(),
    })
  }

  /** The index with its newest block, if its data may be shown. @throws DatabaseError */
  async standing(): Promise<ServedIndex | undefined> {
    const index = this.#index
    if (!index) return undefined
    const { state, head } = await index.standing()
    // while this process leads, it knows more than the database
    if (!this.#isLeading) this.#status.stands(state)
    return state.isComplete && !state.isAlarmed ? { index, head } : undefined
  }

  health(): ChainHealth {
    return this.#status.health()
  }

  /** Polls the chain now, and resolves when no more blocks of the node can be indexed. */
  settled(): Promise<void> {
    return this.#pollPause.end()
  }

  /** Follows the chain until `stop` aborts. */
  async run(database: Database): Promise<void> {
    const { networkId, index: config } = this.#chain
    const index = await this.#untilDone(() =>
      openChainIndex(database.queries, networkId, config.startBlock),
    )
    if (!index) return
    while (!this.#stop.aborted) {
      const leadership = await this.#untilDone(() => database.lead(`index ${networkId}`))
      // a confirmation from before this leadership is outdated, even if it is this process's own
      if (leadership)
        await this.#untilDone(async () => {
          if (leadership.lost.aborted) return // another process leads now
          await index.beginAt(config.startBlock)
          await index.setState({ isConfirmed: false })
          this.#status.stands(await index.state())
        })
      this.#index ??= limitReads(index, database)
      if (!leadership) {
        await this.#waitForLead(index)
        continue
      }
      this.#isLeading = true
      await followIndexed({
        ...this.#options,
        chain: this.#chain,
        index,
        database,
        pollPause: this.#pollPause,
        leadership,
        status: this.#status,
        signal: this.#stop,
      })
      this.#isLeading = false
    }
  }

  #untilDone<value>(work: () => Promise<value>): Promise<value | undefined> {
    const { first, max } = failurePauses
    return untilDone({ first, max, stop: this.#stop, onFailure: this.#options.onFailure }, work)
  }

  /** While another process follows the chain, reads its results from the database. */
  async #waitForLead(index: ChainIndex): Promise<void> {
    const state = await index.state().catch(() => undefined) // after a pause it is tried again
    if (state) this.#status.stands(state)
    this.#status.waits()
    await wait(leadPause, this.#stop)
  }
}
