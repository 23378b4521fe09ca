import type { SubscriptionRow } from './lmdbTables.ts'
import type { ClientId } from './mailboxStore.ts'

/** A subscription as it will be once all writes are done; `row` is undefined where it ends. */
type Change = { row: SubscriptionRow | undefined; writes: number }

/**
 * Subscriptions that are being written: the database shows the old state until then. Without these,
 * simultaneous requests would count one twice, or take one for stored that is about to be removed.
 */
export function createChanging() {
  const changes = new Map<string, Change>()
  /** How many new subscriptions are being written, by topic. */
  const coming = new Map<string, number>()
  const keyOf = (client: ClientId, topic: string) => `${client} ${topic}`

  return {
    of: (client: ClientId, topic: string): Pick<Change, 'row'> | undefined =>
      changes.get(keyOf(client, topic)),
    /** The last change that was handed over wins. */
    begin(client: ClientId, topic: string, row: SubscriptionRow | undefined): void {
      changes.set(keyOf(client, topic), {
        row,
        writes: (changes.get(keyOf(client, topic))?.writes ?? 0) + 1,
      })
    },
    /** Ends one write: after the last one the database shows the final state. */
    end(client: ClientId, topic: string): void {
      const change = changes.get(keyOf(client, topic))
      if (!change) return
      change.writes -= 1
      if (change.writes === 0) changes.delete(keyOf(client, topic))
    },
    /** How many new subscribers of a topic the database does not show yet. */
    comingTo: (topic: string): number => coming.get(topic) ?? 0,
    /** Counts one more of them for each topic, or one fewer. */
    countComing(topics: readonly string[], by: 1 | -1): void {
      for (const topic of topics) {
        const count = (coming.get(topic) ?? 0) + by
        if (count > 0) coming.set(topic, count)
        else coming.delete(topic)
      }
    },
  }
}
