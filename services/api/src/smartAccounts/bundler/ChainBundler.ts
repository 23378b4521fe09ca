import { createWakeup } from '@latchkey/server/createWakeup'
import type { Access } from '@latchkey/server/db/createAccess'
import { leadWhile } from '@latchkey/server/db/leadWhile'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Metrics } from '../../metrics.ts'
import { findOutcome, readReceipt, type OperationOutcome } from '../entryPoint.ts'
import { countSent, readHead, type OperationChain } from '../operationChain.ts'
import { BundleFollower, sendRaw, type Available } from './BundleFollower.ts'
import { insertBundle, nextNonce } from './bundleStore.ts'
import { ExecutorWatch, type ExecutorState } from './ExecutorWatch.ts'
import {
  forgetOperations,
  listForeign,
  listWaiting,
  settleForeign,
  type StoredOperation,
} from './operationStore.ts'
import { keyOf, offeredFees, paidFees, readMarket, signBundle, type Market } from './signBundle.ts'
import { groupsOf, patience, validateWaiting } from './validateWaiting.ts'

/**
 * All times are in milliseconds.
 * - `idle`: between two polls, while other processes may store operations
 * - `own`: between two polls, while only this process stores operations
 * - `open`: between two polls while transactions are pending
 * - `settled`: the same, while they only become final
 * - `lead`: between two attempts to become the leader
 * - `failure`, `max`: after a failure; the pause doubles up to `max`
 * - `clean`: between two deletions of old operations
 */
const pauses = {
  idle: 500,
  own: 10_000,
  open: 250,
  settled: 2_000,
  lead: 2_000,
  failure: 1_000,
  max: 30_000,
  clean: 600_000,
}
/** Milliseconds for which an ended operation is stored. */
const retention = 7 * 86_400_000
/** Maximum of an executor's pending transactions, and of operations that one round reads. */
const max = { open: 16, waiting: 200 }

export type ChainBundlerOptions = {
  chain: OperationChain
  accounts: readonly PrivateKeyAccount[]
  lowBalance: bigint
  confirmations: number
  access: Access
  metrics: Metrics
  now: () => number
  /** Resolves when the chain's contracts are known; false: the chain has no smart accounts. */
  isOffered: (signal: AbortSignal) => Promise<boolean>
  /** Is called when an operation is in a block. */
  onIncluded: (outcome: OperationOutcome) => Promise<void>
  /** Is called at the first of several consecutive failures, and with alarms. */
  onFailure: (error: Error) => void
}

/**
 * Sends the operations of one chain. Of all processes that share the database, only the leader
 * sends. After a crash no operation is sent in two transactions that could both be mined, and none
 * is forgotten: a transaction is stored with its signed bytes, together with the state of its
 * operations, before it is sent; and EntryPoint takes each operation once.
 */
export class ChainBundler {
  readonly #options: ChainBundlerOptions
  readonly #stop = new AbortController()
  readonly #wakeup = createWakeup()
  readonly #watch: ExecutorWatch

  constructor(options: ChainBundlerOptions) {
    this.#options = options
    this.#watch = new ExecutorWatch(options)
  }

  wake(): void {
    this.#wakeup.wake()
  }

  stop(): void {
    this.#stop.abort()
  }

  /** The worst state of an executor, as the leader has last seen it. */
  state(): ExecutorState {
    return this.#watch.state()
  }

  /** Sends operations whenever this process is the leader, until `stop` is called. */
  async run(): Promise<void> {
    const { access, chain, metrics, onFailure, isOffered } = this.#options
    const { signal } = this.#stop
    const database = await access.whenOpen
    if (!database || !(await isOffered(signal))) return
    await leadWhile(database, {
      name: `bundler ${chain.networkId}`,
      signal,
      pauses,
      work: (over, onRound) => this.#sendUntil(over, database.isShared, onRound),
      onFailure(error, isFirst) {
        metrics.bundlerFailures({ chain: chain.networkId }).add()
        if (isFirst && error instanceof Error) onFailure(error)
      },
    })
  }

  async #sendUntil(over: AbortSignal, isShared: boolean, onRound: () => void): Promise<void> {
    const follower = new BundleFollower(this.#options, over)
    let cleanedAt = this.#options.now()
    while (!over.aborted) {
      await this.#watch.check(over)
      const { available, unmined, soft } = await follower.settle()
      const sent = await this.#sendNext(available, over)
      if (this.#options.now() - cleanedAt >= pauses.clean) {
        await this.#clean(over)
        cleanedAt = this.#options.now()
      }
      onRound()
      if (sent > 0) continue // the transactions may be mined already, so there is no pause
      const idle = isShared ? pauses.idle : pauses.own
      const pause = unmined > 0 ? pauses.open : soft > 0 ? Math.min(idle, pauses.settled) : idle
      await this.#wakeup.wait(pause, over)
    }
  }

  /**
   * Signs, stores and sends transactions with operations that wait.
   * @returns the number of sent transactions
   */
  async #sendNext(available: readonly Available[], over: AbortSignal): Promise<number> {
    const { chain, access, now } = this.#options
    // each executor as often as it may send, those with few pending transactions first
    const free = available
      .filter(({ account }) => this.#watch.canPay(account))
      .flatMap(({ account, open }) =>
        Array.from({ length: Math.max(0, max.open - open) }, (_, index) => ({
          account,
          position: open + index,
        })),
      )
      .toSorted((one, other) => one.position - other.position)
    if (free.length === 0) return 0
    const { networkId } = chain
    const [any] = await access.run((queries) => listWaiting(queries, networkId, { max: 1 }))
    if (!any) return 0
    const market = await readMarket(chain, over)
    const range = { max: max.waiting, baseFee: market.baseFee, late: now() - patience }
    const waiting = await access.run((queries) => listWaiting(queries, networkId, range))
    const valid = await validateWaiting(this.#options, waiting, market, over)
    let sent = 0
    for (const [index, group] of groupsOf(valid).slice(0, free.length).entries()) {
      const account = free[index]?.account
      if (!account || !(await this.#sendGroup(account, group, market, over))) break
      sent += 1
    }
    return sent
  }

  /** Signs, stores and sends one transaction. @returns false if it could not be stored */
  async #sendGroup(
    account: PrivateKeyAccount,
    group: readonly StoredOperation[],
    market: Market,
    over: AbortSignal,
  ): Promise<boolean> {
    const { chain, access, now } = this.#options
    const fees = offeredFees(market, paidFees(group))
    if (!fees) return false
    const executor = { executor: keyOf(account), networkId: chain.networkId }
    const stored = await access.run((queries) => nextNonce(queries, executor))
    const nonce = Math.max(stored, await countSent(chain, executor.executor, over))
    const bundle = await signBundle(chain, account, group, { nonce, fees })
    over.throwIfAborted() // another process may lead now
    const hashes = group.map(({ hash }) => hash)
    if (!(await access.run((queries) => insertBundle(queries, bundle, hashes, now())))) return false
    // it is stored, so the next round sends it again
    await sendRaw(chain, bundle.raw, over)
    return true
  }

  /** Ends operations that others have included, and deletes old ones. */
  async #clean(over: AbortSignal): Promise<void> {
    const { chain, access, now, confirmations } = this.#options
    const { number } = await readHead(chain, over)
    const foreign = await access.run((queries) =>
      listForeign(queries, chain.networkId, number - confirmations + 1, max.waiting),
    )
    for (const { hash, transactionHash } of foreign) {
      const receipt = transactionHash && (await readReceipt(chain, transactionHash, over))
      const state = receipt && findOutcome(receipt, hash) ? 'final' : 'waiting'
      await access.run((queries) => settleForeign(queries, hash, state, now()))
    }
    await access.run((queries) => forgetOperations(queries, chain.networkId, now() - retention))
  }
}
