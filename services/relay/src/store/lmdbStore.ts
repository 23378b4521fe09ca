import { hash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { limits } from '../limits.ts'
import { createListeners } from './listeners.ts'
import { createMessages } from './lmdbMessages.ts'
import { createSubscriptions } from './lmdbSubscriptions.ts'
import { openTables, type Due } from './lmdbTables.ts'
import { createTopics, isKnown, type Topic } from './lmdbTopics.ts'
import { createLmdbWatch } from './lmdbWatch.ts'
import { lockFolder } from './lockFolder.ts'
import type { ClientId, MailboxStore, NewMessage, Published, Share } from './mailboxStore.ts'
import { openData, stampData } from './stampMessage.ts'
import { publicationOf } from './watchEvents.ts'

export type LmdbStoreOptions = {
  /** Made when it is not there. One process at a time. */
  folder: string
  /** Messages and bytes that one topic may hold. @default 1000, 10 MiB */
  mailbox?: { messages: number; bytes: number }
  /** What each client and each address may hold. @default limits.shares */
  shares?: { client: Share; address: Share }
  /** Size of the store. @default a part of the disk */
  bytes?: number
  /** Hears what the store cannot tell whoever asked. Nothing secret is in it. */
  onError?: (error: Error) => void
  now?: () => number
}

/** Milliseconds between two looks for what has expired. */
const sweepInterval = 5_000
/** Topics that are looked through in one go, so that nobody waits long behind them. */
const sweepBatch = 200

/**
 * Mailboxes in a folder of this machine. A crash of the process loses nothing that was acknowledged; after a power cut the
 * newest moment may be missing, never more.
 * @throws FolderInUseError when another process has the folder
 */
export async function createLmdbStore({ folder, mailbox = limits.mailbox, bytes = Infinity, now = Date.now }: LmdbStoreOptions): Promise<MailboxStore> {
  await mkdir(folder, { recursive: true })
  const unlock = await lockFolder(folder)
  const tables = openTables(folder)
  const { root, due } = tables
  const topics = createTopics(tables)
  const subscriptions = createSubscriptions({ tables, topics, now })
  const messages = createMessages({ tables, topics, mailbox, now })
  const watch = createLmdbWatch(tables, now)
  const listeners = createListeners()
  // later than every number given out before, even when the clock went back between two runs
  let lastSeq = Math.max(now(), Number(root.get('clock') ?? 0) + 2 * sweepInterval) * 1_000

  async function publish(entry: NewMessage): Promise<Published> {
    const { topic: name, publisher, request, ttl } = entry
    const text = hash('sha256', entry.message, 'base64url')
    const topic = topics.of(name)
    const at = now()
    if (isKnown(topic, publisher, { request, hash: text, now: at })) {
      await root.committed // the first one may still be under way
      return 'known'
    }
    const data = stampData(openData(entry), at)
    if (!messages.makeRoom(name, topic, data.length)) return 'full'
    const seq = Math.max(at * 1_000, lastSeq + 1)
    lastSeq = seq
    const added = messages.add(name, topic, seq, [publisher, request, text, at + ttl, data])
    await (watch.isAny() ? Promise.all([added, noteStored(entry, topic, { seq, data, at })]) : added) // in the same transaction
    for (const [client, end] of topic.subscribers) if (client !== publisher && end > at) listeners.tell(client, name, { seq, data })
    return 'stored'
  }

  function noteStored({ publisher }: NewMessage, topic: Topic, message: { seq: number; data: string; at: number }): Promise<void> {
    const others = [...topic.subscribers].filter(([client, end]) => client !== publisher && end > message.at)
    const subscribers = others.map(([client]) => ({ client, connected: listeners.has(client) }))
    return watch.note(publicationOf({ publisher, subscribers, ...message }, watch.isWatched))
  }

  async function acknowledge(client: ClientId, topic: string, seq: number): Promise<void> {
    if (!watch.isWatched(client)) return messages.acknowledge(client, seq)
    const { messages: [message] } = messages.read({ client, topic, after: seq - 1, limit: 1 })
    const delivered = message?.seq === seq ? [{ client, type: 'subscriber', statuses: ['delivered'], ...message, at: now() } as const] : []
    await Promise.all([messages.acknowledge(client, seq), watch.note(delivered)])
  }

  /** Takes out what is due. */
  function sweep(): void {
    void root.put('clock', Math.max(now(), Math.floor(lastSeq / 1_000)))
    messages.expireAcknowledgements(sweepBatch)
    const [start, end] = [[0], [Math.floor(now() / 60_000) + 1]] as unknown as [Due, Due] // the beginning of a key bounds a range as well
    for (const key of due.getKeys({ start, end, limit: sweepBatch })) {
      const [minute, kind, name] = key
      void due.remove(key)
      if (kind === 'topic') {
        topics.peek(name)?.noted.delete(minute)
        messages.expire(name)
        continue
      }
      const client = name as ClientId // as it was written
      if (kind === 'watch') watch.expire(client)
      else void subscriptions.remove(client, subscriptions.overOf(client))
    }
  }

  sweep()
  const sweeping = setInterval(sweep, sweepInterval)
  sweeping.unref()
  await root.committed

  return {
    publish,
    async subscribe(client, wanted) {
      await subscriptions.add(client, wanted)
      return wanted.filter(messages.holdsAny)
    },
    unsubscribe: subscriptions.remove,
    async* waiting(client) {
      yield [...subscriptions.topicsOf(client)].filter(messages.holdsAny)
    },
    read: async (query) => messages.read(query),
    acknowledge,
    watch: watch.store,
    async listen(client, onTopic) {
      listeners.add(client, onTopic)
      return () => void listeners.remove(client, onTopic)
    },
    isHealthy: () => root.put('health', now()),
    usage: () => ({ bytes: 0, most: bytes }),
    async close() {
      clearInterval(sweeping)
      await root.committed
      await root.close()
      await unlock()
    },
  }
}
