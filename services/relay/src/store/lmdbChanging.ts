import type { SubscriptionRow } from './lmdbTables.ts'
import type { ClientId } from '../auth/didKey.ts'

/**
 * A subscription as it will be after all pending writes. `row` is undefined if the subscription
 * ends. `writes`: the number of pending writes.
 */
type Change = { row: SubscriptionRow | undefined; writes: number }

/**
 * Tracks subscriptions that are being written, because the database shows the old state until then.
 * Without this, concurrent requests could count a subscription twice, or rely on a subscription
 * that is about to be removed.
 */
export function createChanging() {
  const changes = new Map<ClientId, Map<string, Change>>()
  /** How many new subscriptions of each topic are being written. */
  const coming = new Map<string, number>()

  return {
    of: (client: ClientId, topic: string): Pick<Change, 'row'> | undefined =>
      changes.get(client)?.get(topic),
    /** Notes that a write begins. `row` replaces the row of earlier writes. */
    begin(client: ClientId, topic: string, row: SubscriptionRow | undefined): void {
      const own = changes.get(client) ?? new Map<string, Change>()
      if (own.size === 0) changes.set(client, own)
      const change = own.get(topic)
      if (!change) return void own.set(topic, { row, writes: 1 })
      change.row = row
      change.writes += 1
    },
    /**
     * Notes that a write has ended. After the last write the database shows the subscription's new
     * state.
     */
    end(client: ClientId, topic: string): void {
      const own = changes.get(client)
      const change = own?.get(topic)
      if (!own || !change) return
      change.writes -= 1
      if (change.writes > 0) return
      own.delete(topic)
      if (own.size === 0) changes.delete(client)
    },
    /** The number of a topic's new subscribers that the database does not show yet. */
    comingTo: (topic: string): number => coming.get(topic) ?? 0,
    /** Adds 1 or -1 to the number of new subscribers of each topic. */
    countComing(topics: readonly string[], by: 1 | -1): void {
      for (const topic of topics) {
        const count = (coming.get(topic) ?? 0) + by
        if (count > 0) coming.set(topic, count)
        else coming.delete(topic)
      }
    },
  }
}
