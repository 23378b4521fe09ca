import { createHash } from 'node:crypto'
import { limits } from '../limits.ts'
import { createListeners } from './listeners.ts'
import { type ClientId, type MailboxStore, type NewMessage, type Page, type Published, type StoredMessage, SubscriberLimitError } from './mailboxStore.ts'
import { channelOf, createChannels } from './redisChannels.ts'
import { createRedisLink } from './redisLink.ts'
import { createRedisWatch } from './redisWatch.ts'
import { openData } from './stampMessage.ts'
import { publicationOf } from './watchEvents.ts'

export type RedisStoreOptions = {
  /** `redis://…` of one server (Redis 7 or newer), or of some nodes of a cluster. */
  urls: readonly string[]
  /** @default false */
  cluster?: boolean
  /** Messages and bytes that one topic may hold. @default 1000, 10 MiB */
  mailbox?: { messages: number; bytes: number }
  /** Hears when the connection breaks; it is made again. */
  onError?: (error: Error) => void
}

const outcomes: readonly Published[] = ['stored', 'known', 'full']

const prefixOf = (topic: string) => `lk:{${topic}}:`

/**
 * Mailboxes in Redis, which any number of relays share. A node that hears nothing for a while looks into the mailboxes of its
 * clients afterwards. How much a crash of Redis itself loses is up to its own persistence.
 */
export async function createRedisStore({ urls, cluster = false, mailbox = limits.mailbox, onError = () => {} }: RedisStoreOptions): Promise<MailboxStore> {
  const listeners = createListeners()
  const link = await createRedisLink({ urls, cluster, onError, onGap: () => void Promise.all([catchUp(), watch.load()]).catch(onError) })
  const watch = createRedisWatch(link, onError)
  const channels = createChannels({ link, listeners, onError })
  const life = String(limits.subscription)

  async function waiting(client: ClientId): Promise<readonly string[]> {
    const topics = texts(await link.run('topics', [`${prefixOf(client)}topics`], []))
    const held = await Promise.all(topics.map((topic) => link.command('EXISTS', `${prefixOf(topic)}log`)))
    return topics.filter((_, index) => held[index] === 1)
  }

  /** Tells everybody of everything that waits. */
  async function catchUp(): Promise<void> {
    for (const client of [...listeners.clients()]) for (const topic of await waiting(client)) listeners.tell(client, topic)
  }

  async function publish(entry: NewMessage): Promise<Published> {
    const { topic, publisher, request, message, ttl } = entry
    const prefix = prefixOf(topic)
    const hash = createHash('sha256').update(message).digest('base64url')
    const data = openData(entry)
    const keys = [`${prefix}log`, `${prefix}box`, `${prefix}subs`, `${prefix}r:${publisher}:${request}`, `${prefix}h:${publisher}:${hash}`]
    const sizes = [data.length, mailbox.messages, mailbox.bytes, limits.requestMemory, watch.isAny() ? 1 : 0].map(String)
    const [outcome, seq, kept, ...others] = list(await link.run('publish', keys, [prefix, publisher, String(ttl), data, ...sizes]))
    const clients = others.map((client) => String(client) as ClientId) // as it was stored
    // before the answer: a node that dies in between has not answered, so the request comes again
    const heard = await Promise.all(clients.map((client) => link.say(channelOf(client), topic)))
    if (typeof kept === 'string' && kept !== '') {
      const subscribers = clients.map((client, index) => ({ client, connected: Number(heard[index]) > 0 }))
      await watch.note(publicationOf({ publisher, subscribers, seq: Number(seq), data: kept, at: Date.now() }, watch.isWatched))
    }
    return outcomes[Number(outcome)] ?? 'full'
  }

  async function read({ client, topic, after, limit }: Parameters<MailboxStore['read']>[0]): Promise<Page> {
    const [upTo, more, ...found] = list(await link.run('read', [`${prefixOf(topic)}log`], [prefixOf(topic), client, String(after), String(limit)]))
    return { messages: pairs(found), upTo: Number(upTo), more: more === 1 }
  }

  async function noteDelivered(client: ClientId, topic: string, seq: number): Promise<void> {
    const { messages: [message] } = await read({ client, topic, after: seq - 1, limit: 1 })
    if (message?.seq === seq) await watch.note([{ client, type: 'subscriber', statuses: ['delivered'], ...message, at: Date.now() }])
  }

  return {
    publish,
    async* waiting(client) {
      yield await waiting(client)
    },
    usage: () => ({ bytes: 0, most: Infinity }),
    async subscribe(client, topics) {
      await link.run('remember', [`${prefixOf(client)}topics`], [life, ...topics])
      const answers = await Promise.all(topics.map((topic) => link.run('subscribe', [`${prefixOf(topic)}subs`, `${prefixOf(topic)}log`], [client, life, String(limits.subscribers)])))
      if (answers.includes(-1)) throw new SubscriberLimitError()
      return topics.filter((_, index) => answers[index] === 1)
    },
    async unsubscribe(client, topics) {
      if (topics.length === 0) return
      await Promise.all([link.command('ZREM', `${prefixOf(client)}topics`, ...topics), ...topics.map((topic) => link.command('ZREM', `${prefixOf(topic)}subs`, client))])
    },
    read,
    async acknowledge(client, topic, seq) {
      if (watch.isWatched(client)) await noteDelivered(client, topic, seq)
      await link.run('acknowledge', [`${prefixOf(topic)}m:${seq}`], [client])
    },
    listen: channels.listen,
    watch: watch.store,
    async isHealthy() {
      await link.command('EXISTS', 'lk:health')
      return true
    },
    close() {
      watch.close()
      return link.close()
    },
  }
}

function list(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw new TypeError('Redis answered something else than a list')
  return answer
}

const texts = (answer: unknown): readonly string[] => list(answer).map(String)

function pairs(found: readonly unknown[]): StoredMessage[] {
  const messages: StoredMessage[] = []
  for (let index = 0; index < found.length; index += 2) messages.push({ seq: Number(found[index]), data: String(found[index + 1]) })
  return messages
}
