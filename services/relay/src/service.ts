import { causesOf } from '@latchkey/server/causesOf'
import { createMetrics, type Metrics } from './metrics.ts'
import type { CheckedOptions, LogLine } from './options.ts'
import { createShares, type Shares } from './shares.ts'
import type { MailboxStore } from './store/mailboxStore.ts'
import { createWatch, type Watch } from './watch/createWatch.ts'

/** The parts that all sockets share. */
export type Service = {
  store: MailboxStore
  options: CheckedOptions
  metrics: Metrics
  shares: Shares
  /** Undefined when watches are off. */
  watch: Watch | undefined
  now: () => number
  log(
    level: LogLine['level'],
    event: string,
    more?: Omit<LogLine, 'time' | 'level' | 'event'>,
  ): void
  /**
   * A new id for a push: an integer that a double holds. docs/contracts/relay.md#push-to-a-client
   */
  nextPush(): number
}

/**
 * The first id of a push. It is higher than every message number, so that a receipt cannot confuse
 * the two.
 */
const firstPush = 2 ** 52

/** Makes the shared parts. */
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

/** Counts and logs a failure of the store. */
export function storeFailed({ metrics, log }: Service, error: unknown): void {
  metrics.failures.add()
  log('error', 'store failed', { error: causesOf(error) })
}

/** Counts and logs a defect of ours; the client gets no details. */
export function defect({ metrics, log }: Pick<Service, 'metrics' | 'log'>, error: unknown): void {
  metrics.defects.add()
  log('error', 'failed', { error: causesOf(error) })
}
