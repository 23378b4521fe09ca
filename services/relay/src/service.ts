import { causesOf } from './causesOf.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { CheckedOptions, LogLine } from './options.ts'
import type { MailboxStore } from './store/mailboxStore.ts'

/** What all sockets share. */
export type Service = {
  store: MailboxStore
  options: CheckedOptions
  metrics: Metrics
  now: () => number
  log(level: LogLine['level'], event: string, more?: Omit<LogLine, 'time' | 'level' | 'event'>): void
  /** A new id for a push: an integer that a double holds. relay 3 */
  nextPush(): number
}

/** Puts the shared parts together. */
export function createService(options: CheckedOptions): Service {
  const now = options.clock?.now ?? Date.now
  let push = Date.now() * 1_000
  return {
    store: options.store,
    options,
    metrics: createMetrics(),
    now,
    log: (level, event, more) => options.log?.({ time: new Date(now()).toISOString(), level, event, ...more }),
    nextPush: () => (push += 1),
  }
}

/** Counts and logs a failure of the store. */
export function storeFailed({ metrics, log }: Service, error: unknown): void {
  metrics.failures.add()
  log('error', 'store failed', { error: causesOf(error) })
}
