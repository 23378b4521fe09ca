import type { Subscribed } from './lmdbTables.ts'
import type { ClientId } from './mailboxStore.ts'

/** A subscription as it will be once everything is written; `row` is undefined where it ends. */
type Change = { row: Subscribed | undefined; writes: number }

/**
 * Subscriptions on their way to the database, which shows each as it was until it is written. Requests that come together would count one
 * twice, or take one for kept that is about to go.
 */
export function createChanging() {
  const changes = new Map<string, Change>()
  /** New subscriptions under way, by topic. */
  const coming = new Map<string, number>()
  const keyOf = (client: ClientId, topic: string) => `${client} ${topic}`

  return {
    of: (client: ClientId, topic: string): Pick<Change, 'row'> | undefined => changes.get(keyOf(client, topic)),
    /** What was handed over last is what will be there. */
    begin(client: ClientId, topic: string, row: Subscribed | undefined): void {
      changes.set(keyOf(client, topic), { row, writes: (changes.get(keyOf(client, topic))?.writes ?? 0) + 1 })
    },
    /** One of the writes is decided: after the last one the database shows what is there. */
    end(client: ClientId, topic: string): void {
      const change = changes.get(keyOf(client, topic))
      if (!change) return
      change.writes -= 1
      if (change.writes === 0) changes.delete(keyOf(client, topic))
    },
    /** New subscribers of a topic whom the database does not show yet. */
    comingTo: (topic: string): number => coming.get(topic) ?? 0,
    /** Counts so many more of them, or fewer. */
    countComing(topics: readonly string[], by: 1 | -1): void {
      for (const topic of topics) {
        const count = (coming.get(topic) ?? 0) + by
        if (count > 0) coming.set(topic, count)
        else coming.delete(topic)
      }
    },
  }
}
