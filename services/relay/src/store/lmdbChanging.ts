import type { SubscriptionRow } from './lmdbTables.ts'
import type { ClientId } from './mailboxStore.ts'

/** A subscription in its state after all pending writes; `row` is undefined if it ends. */
type Change = { row: SubscriptionRow | undefined; writes: number }

/**
 * Tracks subscriptions that are being written, because the database shows the old state until then.
 * Without them, simultaneous requests would count a subscription twice, or would treat one as
 * stored that is about to be removed.
 */
export function createChanging() {
  const changes = new Map<string, Change>()
  /** The number of new subscriptions that are being written, by topic. */
  const coming = new Map<string, number>()
  const keyOf = (client: ClientId, topic: string) => `${client} ${topic}`

  return {
    of: (client: ClientId, topic: string): Pick<Change, 'row'> | undefined =>
      changes.get(keyOf(client, topic)),
    /** Begins a write. The last change counts. */
    begin(client: ClientId, topic: string, row: SubscriptionRow | undefined): void {
      changes.set(keyOf(client, topic), {
        row,
        writes: (changes.get(keyOf(client, topic))?.writes ?? 0) + 1,
      })
    },
    /** Ends one write. After the last one the database shows the final state. */
    end(client: ClientId, topic: string): void {
      const change = changes.get(keyOf(client, topic))
      if (!change) return
      change.writes -= 1
      if (change.writes === 0) changes.delete(keyOf(client, topic))
    },
    /** The number of new subscribers of a topic that the database does not show yet. */
    comingTo: (topic: string): number => coming.get(topic) ?? 0,
    /** Adds one to these numbers for each topic, or subtracts one. */
    countComing(topics: readonly string[], by: 1 | -1): void {
      for (const topic of topics) {
        const count = (coming.get(topic) ?? 0) + by
        if (count > 0) coming.set(topic, count)
        else coming.delete(topic)
      }
    },
  }
}
