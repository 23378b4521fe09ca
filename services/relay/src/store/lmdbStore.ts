import { createHash } from 'node:crypto'
import { limits } from '../limits.ts'
import { createListeners } from './listeners.ts'
import { createMessages } from './lmdbMessages.ts'
import { createRequests } from './lmdbRequests.ts'
import { createSubscriptions } from './lmdbSubscriptions.ts'
import { openTables, type Due } from './lmdbTables.ts'
import type { MailboxStore, NewMessage, Published } from './mailboxStore.ts'
import { openData, stampData } from './stampMessage.ts'

export type LmdbStoreOptions = {
  /** Made when it is not there. One process at a time. */
  folder: string
  /** Messages and bytes that one topic may hold. @default 1000, 10 MiB */
  mailbox?: { messages: number; bytes: number }
  now?: () => number
}

/** Milliseconds between two looks for what has expired. */
const sweepInterval = 5_000
/** Expired entries taken out in one go, so that nobody waits long behind them. */
const sweepBatch = 2_000

/**
 * Mailboxes in a folder of this machine. A crash of the process loses nothing that was acknowledged; after a power cut the
 * newest moment may be missing, never more.
 */
export async function createLmdbStore({ folder, mailbox = limits.mailbox, now = Date.now }: LmdbStoreOptions): Promise<MailboxStore> {
  const tables = await openTables(folder)
  const { root, due } = tables
  const requests = createRequests(tables, now)
  const subscriptions = createSubscriptions(tables, now)
  const messages = createMessages({ tables, subscriptions, mailbox, now })
  const listeners = createListeners()
  /** Publishes whose commit is under way: the database does not show them yet. */
  const committing = new Map<string, Promise<void>>()
  // later than every number given out before, even when the clock went back between two runs
  let lastSeq = Math.max(now(), Number(root.get('clock') ?? 0) + 2 * sweepInterval) * 1_000

  async function publish(entry: NewMessage): Promise<Published> {
    const { topic, publisher, request } = entry
    const hash = createHash('sha256').update(entry.message).digest('base64url')
    const names = [`${publisher} ${request}`, `${topic} ${publisher} ${hash}`] as const
    const twin = committing.get(names[0]) ?? committing.get(names[1])
    if (twin) return twin.then(() => 'known')
    if (requests.has(publisher, request) || messages.holdsText(topic, publisher, hash)) return 'known'
    const data = openData(entry)
    if (!messages.makeRoom(topic, data.length)) return 'full'
    const written = write(entry, hash, data)
    names.forEach((name) => committing.set(name, written))
    try {
      await written
    } finally {
      names.forEach((name) => committing.delete(name))
    }
    for (const client of subscriptions.of(topic)) if (client !== publisher) listeners.tell(client, topic)
    return 'stored'
  }

  /** Everything in one turn of the event loop, and so in one commit. */
  function write({ topic, publisher, request, ttl }: NewMessage, hash: string, data: string): Promise<void> {
    const at = now()
    lastSeq = Math.max(at * 1_000, lastSeq + 1)
    requests.add(publisher, request)
    return messages.add(topic, lastSeq, [publisher, hash, at + ttl, stampData(data, at)])
  }

  /** Takes out what has expired. */
  function sweep(): void {
    void root.put('clock', Math.max(now(), Math.floor(lastSeq / 1_000)))
    requests.forget()
    const [start, end] = [[0], [now()]] as unknown as [Due, Due] // the beginning of a key bounds a range as well
    for (const key of due.getKeys({ start, end, limit: sweepBatch })) {
      void due.remove(key)
      const [, kind, topic, which] = key
      if (kind === 'message' && typeof which === 'number') messages.expire(topic, which)
      if (kind === 'subscription' && typeof which === 'string') subscriptions.expire(topic, which)
    }
  }

  sweep()
  const sweeping = setInterval(sweep, sweepInterval)
  sweeping.unref()
  await root.committed

  return {
    publish,
    async subscribe(client, topics) {
      await subscriptions.add(client, topics)
      return topics.filter(messages.holdsAny)
    },
    unsubscribe: subscriptions.remove,
    waiting: async (client) => [...subscriptions.topicsOf(client)].filter(messages.holdsAny),
    read: async (query) => messages.read(query),
    acknowledge: messages.acknowledge,
    async listen(client, onTopic) {
      listeners.add(client, onTopic)
      return () => void listeners.remove(client, onTopic)
    },
    isHealthy: () => root.put('health', now()),
    async close() {
      clearInterval(sweeping)
      await root.committed
      await root.close()
    },
  }
}
