import { causesOf } from '@latchkey/server/causesOf'
import { createMetrics, type Metrics } from './metrics.ts'
import type { CheckedOptions, WriteLog } from './options.ts'
import { createShares, type Shares } from './shares.ts'
import type { MailboxStore } from './store/mailboxStore.ts'
import { createWatch, type Watch } from './watch/createWatch.ts'

/** What all connections of the relay share. */
export type Service = {
  store: MailboxStore
  options: CheckedOptions
  metrics: Metrics
  shares: Shares
  /** Calls webhooks; undefined while watches are off. */
  watch: Watch | undefined
  now: () => number
  log: WriteLog
  /**
   * Returns the id for a new push. It is a safe integer. docs/contracts/relay.md#push-to-a-client
   */
  nextPush(): number
}

/**
 * The lowest id of a push. The store numbers messages below it, so that an acknowledgement can
 * contain the id of a push or the number of a message without ambiguity.
 */
const firstPush = 2 ** 52

/** Makes what all connections share. */
export function createService(options: CheckedOptions): Service {
  const now = options.clock?.now ?? Date.now
  let push = firstPush + Date.now() * 1_000
  const shared: Pick<Service, 'store' | 'metrics' | 'now' | 'log'> = {
    store: options.store,
    metrics: createMetrics(options.store),
    now,
    log: (level, event, more) =>
      options.log?.({ time: new Date(now()).toISOString(), level, event, ...more }),
  }
  return {
    ...shared,
    options,
    shares: createShares(options.shares, { now, behindProxy: options.trustProxy > 0 }),
    watch: options.watch ? createWatch(shared, options) : undefined,
    nextPush: () => (push += 1),
  }
}

/** Counts and logs an error of the store. */
export function storeFailed({ metrics, log }: Service, error: unknown): void {
  metrics.failures.add()
  log('error', 'store failed', { error: causesOf(error) })
}

/** Counts and logs a defect of the relay. The client gets no details. */
export function defect({ metrics, log }: Pick<Service, 'metrics' | 'log'>, error: unknown): void {
  metrics.defects.add()
  log('error', 'failed', { error: causesOf(error) })
}
