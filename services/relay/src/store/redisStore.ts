import { createHash, randomBytes } from 'node:crypto'
import { ErrorReply } from 'redis'
import { limits } from '../limits.ts'
import { createTurnsOf } from '../turnsOf.ts'
import { createListeners } from './listeners.ts'
import { createHolders } from './holders.ts'
import { DamagedRowError } from './lmdbRows.ts'
import {
  type ClientId,
  type MailboxStore,
  type NewMessage,
  type Page,
  type Published,
  ShareError,
  StoreError,
  type StoredMessage,
  SubscriberLimitError,
} from './mailboxStore.ts'
import { channelOf, createChannels } from './redisChannels.ts'
import { createCatchUp } from './redisCatchUp.ts'
import { createRedisLink } from './redisLink.ts'
import { createRedisSize } from './redisSize.ts'
import { createRedisTurns } from './redisTurns.ts'
import { RedisUsage } from './redisUsage.ts'
import { createRedisWatch } from './redisWatch.ts'
import { refuseBeyond, type Shares, thresholdOf } from './refuseBeyond.ts'
import { openData } from './stampMessage.ts'
import { bytesOf, type Held, subscriptionBytes } from './storeUsage.ts'
import { publicationOf } from './watchEvents.ts'

export type RedisStoreOptions = {
  /** `redis://…` of one server (Redis 7 or newer), or of some nodes of a cluster. */
  urls: readonly string[]
  /** @default false */
  cluster?: boolean
  /** Messages and bytes that one topic may hold. @default 1000, 10 MiB */
  mailbox?: { messages: number; bytes: number }
  /** Limits of each client and of each address. @default limits.shares */
  shares?: Shares
  /** Bytes of Redis that this store may take, within `maxmemory`. @default `maxmemory` alone */
  bytes?: number
  /**
   * Is called when the connection breaks (it is made again), and with errors that the store cannot
   * return to a caller.
   */
  onError?: (error: Error) => void
}

/**
 * Whether a message is certainly not stored; false when that is unknown, as after a missing answer.
 */
function isRefused(stored: PromiseSettledResult<unknown>): boolean {
  if (stored.status === 'fulfilled') return list(stored.value)[0] !== 0
  return stored.reason instanceof StoreError && stored.reason.cause instanceof ErrorReply
}

const outcomes: readonly Published[] = ['stored', 'known', 'full']

/** Topics of a client that are read at once. */
const slice = 256

const prefixOf = (topic: string) => `lk:{${topic}}:`
const topicKeys = (client: ClientId) => [`${prefixOf(client)}topics`, `${prefixOf(client)}by`]

/**
 * Mailboxes in Redis, shared by any number of relays. A node that lost notifications for a while
 * reads the mailboxes of its clients afterwards. How much a crash of Redis itself loses depends on
 * its persistence. While there is no Redis, at the start or later, every request fails with
 * StoreError, and succeeds again when there is one.
 */
export async function createRedisStore({
  urls,
  cluster = false,
  mailbox = limits.mailbox,
  shares = limits.shares,
  bytes = Infinity,
  onError = () => {},
}: RedisStoreOptions): Promise<MailboxStore> {
  const listeners = createListeners()
  const link = await createRedisLink({
    urls,
    cluster,
    onError,
    onGap: () => {
      catchUp.begin()
      watch.load().catch(onError)
    },
  })
  const catchUp = createCatchUp({ clients: listeners.clients, notify, onError })
  const channels = createChannels({ link, listeners, onError })
  const usage = new RedisUsage(link)
  const watch = createRedisWatch({
    link,
    usage,
    onError,
    admit,
    holderOf: async (address) => (await holders())(address),
  })
  const size = createRedisSize(link, bytes, onError)
  const [turns, turnsOf] = [createRedisTurns(), createTurnsOf()]
  const life = String(limits.subscription)
  const onBad = () => onError(new DamagedRowError('A value in Redis is damaged'))
  let prepared: Promise<(address: string) => string> | undefined

  /**
   * Names holders by the secret of the store, which all nodes share. While Redis is away, each
   * request tries to read it again.
   */
  function holders(): Promise<(address: string) => string> {
    prepared ??= prepare().catch((error: unknown) => {
      prepared = undefined
      throw error
    })
    return prepared
  }

  async function prepare(): Promise<(address: string) => string> {
    await size.look()
    return createHolders(
      String(await link.run('watchKey', ['lk:secret'], [randomBytes(32).toString('base64url')])),
    )
  }

  async function* waiting(client: ClientId): AsyncIterable<readonly string[]> {
    const topics = texts(await link.run('topics', topicKeys(client), []))
    for (let start = 0; start < topics.length; start += slice) {
      const part = topics.slice(start, start + slice)
      const held = await turns.each(client, part, (topic) =>
        link.command('EXISTS', `${prefixOf(topic)}log`),
      )
      const found = part.filter((_, index) => held[index] === 1)
      if (found.length > 0) yield found
    }
  }

  /** Notifies a client of everything that waits for it. */
  async function notify(client: ClientId): Promise<void> {
    for await (const topics of waiting(client))
      for (const topic of topics) listeners.notify(client, topic)
  }

  /** @throws ShareError */
  async function admit(client: ClientId, holder: string, more: Partial<Held>): Promise<void> {
    const [own, others] = await Promise.all([
      usage.held(client),
      holder === '' ? undefined : usage.held(holder),
    ])
    refuseBeyond(shares, { client: own, address: others, more, free: size.free() })
  }

  /** How many subscriptions an address may add, and which limit refuses more. */
  async function roomFor(
    client: ClientId,
    holder: string,
  ): Promise<{ max: number; reason: 'address' | 'store' }> {
    const [own, others] = await Promise.all([
      usage.held(client),
      holder === '' ? undefined : usage.held(holder),
    ])
    const held = Math.max(own.bytes, others?.bytes ?? 0)
    const inStore = Math.floor((thresholdOf(size.free()) - held) / subscriptionBytes)
    const inAddress = others ? shares.address.subscriptions - others.subscriptions : Infinity
    return inStore < inAddress
      ? { max: Math.min(inStore, 1e9), reason: 'store' }
      : { max: Math.min(inAddress, 1e9), reason: 'address' }
  }

  async function publish(entry: NewMessage): Promise<Published> {
    const holder = (await holders())(entry.address)
    return turns.message(holder || entry.publisher, () => publishNow(entry, holder))
  }

  async function publishNow(entry: NewMessage, holder: string): Promise<Published> {
    const { topic, publisher, request, message, ttl } = entry
    const prefix = prefixOf(topic)
    const hash = createHash('sha256').update(message).digest('base64url')
    const data = openData(entry)
    await admit(publisher, holder, { messages: 1, bytes: bytesOf(data) })
    const keys = [
      `${prefix}log`,
      `${prefix}box`,
      `${prefix}subs`,
      `${prefix}r:${publisher}:${request}`,
      `${prefix}h:${publisher}:${hash}`,
    ]
    const sizes = [
      data.length,
      mailbox.messages,
      mailbox.bytes,
      limits.requestMemory,
      watch.isAny() ? 1 : 0,
    ].map(String)
    const at = Date.now()
    const retention = { from: at, until: at + Math.max(ttl, limits.requestMemory) }
    const names = [publisher, holder]
    const [stored, counted] = await Promise.allSettled([
      link.run('publish', keys, [prefix, publisher, String(ttl), data, ...sizes]),
      usage.message(names, 1, data, retention),
    ])
    if (counted.status === 'fulfilled' && isRefused(stored))
      await usage.message(names, -1, data, retention)
    for (const each of [stored, counted]) if (each.status === 'rejected') throw each.reason
    const [outcome, seq, storedText, ...others] = list(
      stored.status === 'fulfilled' ? stored.value : undefined,
    )
    const clients = others.map((client) => String(client) as ClientId) // stored as a client
    // before the answer: if this node dies in between, the request is not answered, so the client
    // repeats it
    const receivers = await Promise.all(
      clients.map((client) => link.publish(channelOf(client), topic)),
    )
    if (typeof storedText === 'string' && storedText !== '') {
      const subscribers = clients.map((client, index) => ({
        client,
        connected: Number(receivers[index]) > 0,
      }))
      await watch.note(
        publicationOf(
          { publisher, subscribers, seq: Number(seq), data: storedText, at: Date.now() },
          watch.isWatched,
        ),
      )
    }
    return outcomes[Number(outcome)] ?? 'full'
  }

  async function read({
    client,
    topic,
    after,
    limit,
  }: Parameters<MailboxStore['read']>[0]): Promise<Page> {
    const [upTo, more, ...found] = list(
      await link.run(
        'read',
        [`${prefixOf(topic)}log`],
        [prefixOf(topic), client, String(after), String(limit)],
      ),
    )
    return { messages: pairs(found, onBad), upTo: Number(upTo), more: more === 1 }
  }

  /** Runs a client's changes in their order: a topic then has only subscribers that are counted. */
  const inOrder = <result>(client: ClientId, work: () => Promise<result>): Promise<result> =>
    turnsOf(client, (own) => own.run(work))

  async function leave(client: ClientId, topics: readonly string[]): Promise<void> {
    if (topics.length === 0) return
    const [rows] = await Promise.all([
      link.run('forget', topicKeys(client), topics),
      turns.each(client, topics, (topic) =>
        link.run('leave', [`${prefixOf(topic)}subs`], [client]),
      ),
    ])
    await usage.subscriptions(client, undefined, texts(rows))
  }

  async function noteDelivered(client: ClientId, topic: string, seq: number): Promise<void> {
    const {
      messages: [message],
    } = await read({ client, topic, after: seq - 1, limit: 1 })
    if (message?.seq === seq)
      await watch.note([
        { client, type: 'subscriber', statuses: ['delivered'], ...message, at: Date.now() },
      ])
  }

  async function subscribe(
    client: ClientId,
    wanted: readonly string[],
    address: string,
  ): Promise<string[]> {
    const topics = [...new Set(wanted)]
    if (topics.length === 0) return []
    const holder = (await holders())(address)
    const room = await roomFor(client, holder)
    const answer = await link.run('remember', topicKeys(client), [
      life,
      String(shares.client.subscriptions),
      holder,
      String(room.max),
      ...topics,
    ])
    if (answer === -1) throw new ShareError('client')
    if (answer === -2) throw new ShareError(room.reason)
    const [ends, flags, ...rows] = list(answer)
    const added = topics.filter((_, index) => String(flags)[index] === '1')
    await usage.subscriptions(
      client,
      { end: Number(ends), holder, count: added.length + rows.length },
      rows.map(String),
    )
    const answers = await turns.each(holder || client, topics, (topic) =>
      link.run(
        'subscribe',
        [`${prefixOf(topic)}subs`, `${prefixOf(topic)}log`],
        [client, life, String(limits.subscribers)],
      ),
    )
    if (answers.includes(-1)) {
      await leave(client, added)
      throw new SubscriberLimitError()
    }
    return topics.filter((_, index) => answers[index] === 1)
  }

  await holders().catch(onError) // Redis may start later

  return {
    publish,
    waiting,
    subscribe: (client, wanted, address) =>
      inOrder(client, () => subscribe(client, wanted, address)),
    unsubscribe: (client, topics) => inOrder(client, () => leave(client, topics)),
    read,
    async acknowledge(client, topic, seq) {
      if (watch.isWatched(client)) await noteDelivered(client, topic, seq)
      await link.run('acknowledge', [`${prefixOf(topic)}m:${seq}`], [client])
    },
    listen: channels.listen,
    watch: watch.store,
    isHealthy: link.probe,
    usage: size.usage,
    close() {
      catchUp.close()
      watch.close()
      size.close()
      return link.close()
    },
  }
}

function list(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw new TypeError('Redis answered something else than a list')
  return answer
}

const texts = (answer: unknown): readonly string[] => list(answer).map(String)

/** Reads numbers and data in turn; a message without its data is skipped. */
function pairs(found: readonly unknown[], onBad: () => void): StoredMessage[] {
  const messages: StoredMessage[] = []
  for (let index = 0; index < found.length; index += 2) {
    const [seq, data] = [Number(found[index]), found[index + 1]]
    if (Number.isSafeInteger(seq) && typeof data === 'string') messages.push({ seq, data })
    else onBad()
  }
  return messages
}
