import { createHash } from 'node:crypto'
import { ErrorReply } from 'redis'
import { limits } from '../limits.ts'
import { createTurnsOf } from '../turnsOf.ts'
import { DamagedRowError } from './lmdbRows.ts'
import {
  type MailboxStore,
  type NewMessage,
  type Page,
  type Published,
  ShareError,
  StoreError,
  type StoredMessage,
  SubscriberLimitError,
} from './mailboxStore.ts'
import type { RedisAdmission } from './redisAdmission.ts'
import { channelOf } from './redisChannels.ts'
import type { RedisLink } from './redisLink.ts'
import { createRedisTurns } from './redisTurns.ts'
import type { RedisUsage } from './redisUsage.ts'
import type { RedisWatch } from './redisWatch.ts'
import type { Shares } from './refuseBeyond.ts'
import { openData } from './stampMessage.ts'
import { bytesOf } from './storeUsage.ts'
import { publicationOf } from './watchEvents.ts'
import type { ClientId } from '../auth/didKey.ts'

type Options = {
  link: RedisLink
  usage: RedisUsage
  watch: RedisWatch
  admission: RedisAdmission
  mailbox: { messages: number; bytes: number }
  shares: Shares
  onError: (error: Error) => void
}

const outcomes: readonly Published[] = ['stored', 'known', 'full']

/** Number of topics of a client that are checked together. */
const slice = 256
/** Milliseconds after which a subscription ends if it is not renewed. */
const life = String(limits.subscription)

const prefixOf = (topic: string) => `lk:{${topic}}:`
const topicKeys = (client: ClientId) => [`${prefixOf(client)}topics`, `${prefixOf(client)}by`]

/** Messages, subscriptions and acknowledgements in Redis. */
export class RedisMailboxes {
  readonly #link: RedisLink
  readonly #usage: RedisUsage
  readonly #watch: RedisWatch
  readonly #admission: RedisAdmission
  readonly #mailbox: { messages: number; bytes: number }
  readonly #shares: Shares
  readonly #onError: (error: Error) => void
  readonly #turns = createRedisTurns()
  readonly #turnsOf = createTurnsOf()

  constructor({ link, usage, watch, admission, mailbox, shares, onError }: Options) {
    this.#link = link
    this.#usage = usage
    this.#watch = watch
    this.#admission = admission
    this.#mailbox = mailbox
    this.#shares = shares
    this.#onError = onError
  }

  async *waiting(client: ClientId, except?: ReadonlySet<string>): AsyncIterable<readonly string[]> {
    const all = texts(await this.#link.run('topics', topicKeys(client), []))
    const topics = all.filter((topic) => !except?.has(topic))
    for (let start = 0; start < topics.length; start += slice) {
      const part = topics.slice(start, start + slice)
      const held = await this.#turns.each(client, part, (topic) =>
        this.#link.command('EXISTS', `${prefixOf(topic)}log`),
      )
      const found = part.filter((_, index) => held[index] === 1)
      if (found.length > 0) yield found
    }
  }

  async publish(entry: NewMessage): Promise<Published> {
    const holder = await this.#admission.holderOf(entry.address)
    return this.#turns.message(holder || entry.publisher, () => this.#publish(entry, holder))
  }

  async read({ client, topic, after, limit }: Parameters<MailboxStore['read']>[0]): Promise<Page> {
    const [upTo, more, ...found] = list(
      await this.#link.run(
        'read',
        [`${prefixOf(topic)}log`],
        [prefixOf(topic), client, String(after), String(limit)],
      ),
    )
    const onBad = () => this.#onError(new DamagedRowError('A value in Redis is damaged'))
    return { messages: pairs(found, onBad), upTo: Number(upTo), more: more === 1 }
  }

  async acknowledge(client: ClientId, topic: string, seq: number): Promise<void> {
    if (this.#watch.isWatched(client)) await this.#noteDelivered(client, topic, seq)
    await this.#link.run('acknowledge', [`${prefixOf(topic)}m:${seq}`], [client])
  }

  subscribe(client: ClientId, wanted: readonly string[], address: string): Promise<string[]> {
    return this.#inOrder(client, () => this.#subscribe(client, wanted, address))
  }

  unsubscribe(client: ClientId, topics: readonly string[]): Promise<void> {
    return this.#inOrder(client, () => this.#leave(client, topics))
  }

  async #publish(entry: NewMessage, holder: string): Promise<Published> {
    const { topic, publisher } = entry
    const data = openData(entry)
    await this.#admission.admit(publisher, holder, { messages: 1, bytes: bytesOf(data) })
    const [outcome, seq, storedText, ...others] = list(await this.#store(entry, data, holder))
    // only ids of clients are stored there
    const clients = others.map((client) => String(client) as ClientId)
    // This is done before the request is answered. If this process dies before it has notified the
    // subscribers, the client gets no answer and repeats the request.
    const receivers = await Promise.all(
      clients.map((client) => this.#link.publish(channelOf(client), topic)),
    )
    if (typeof storedText === 'string' && storedText !== '') {
      const subscribers = clients.map((client, index) => ({
        client,
        connected: Number(receivers[index]) > 0,
      }))
      const message = { seq: Number(seq), data: storedText, at: Date.now() }
      await this.#watch.note(
        publicationOf({ publisher, subscribers, ...message }, (client) =>
          this.#watch.isWatched(client),
        ),
      )
    }
    return outcomes[Number(outcome)] ?? 'full'
  }

  /**
   * Stores a message, and counts it.
   * @returns the answer of the script
   */
  async #store(
    { topic, publisher, request, message, ttl }: NewMessage,
    data: string,
    holder: string,
  ): Promise<unknown> {
    const prefix = prefixOf(topic)
    const hash = createHash('sha256').update(message).digest('base64url')
    const keys = [
      `${prefix}log`,
      `${prefix}box`,
      `${prefix}subs`,
      `${prefix}r:${publisher}:${request}`,
      `${prefix}h:${publisher}:${hash}`,
    ]
    const sizes = [
      data.length,
      this.#mailbox.messages,
      this.#mailbox.bytes,
      limits.requestMemory,
      this.#watch.isAny() ? 1 : 0,
    ].map(String)
    const at = Date.now()
    const retention = { from: at, until: at + Math.max(ttl, limits.requestMemory) }
    const names = [publisher, holder]
    const [stored, counted] = await Promise.allSettled([
      this.#link.run('publish', keys, [prefix, publisher, String(ttl), data, ...sizes]),
      this.#usage.message(names, 1, data, retention),
    ])
    if (counted.status === 'fulfilled' && isRefused(stored))
      await this.#usage.message(names, -1, data, retention)
    for (const each of [stored, counted]) if (each.status === 'rejected') throw each.reason
    return stored.status === 'fulfilled' ? stored.value : undefined
  }

  /**
   * Runs the changes of a client one after the other. Otherwise a topic could have a subscriber
   * that is not counted.
   */
  #inOrder<result>(client: ClientId, work: () => Promise<result>): Promise<result> {
    return this.#turnsOf(client, (own) => own.run(work))
  }

  async #subscribe(
    client: ClientId,
    wanted: readonly string[],
    address: string,
  ): Promise<string[]> {
    const topics = [...new Set(wanted)]
    if (topics.length === 0) return []
    const holder = await this.#admission.holderOf(address)
    const added = await this.#remember(client, holder, topics)
    const answers = await this.#turns.each(holder || client, topics, (topic) =>
      this.#link.run(
        'subscribe',
        [`${prefixOf(topic)}subs`, `${prefixOf(topic)}log`],
        [client, life, String(limits.subscribers)],
      ),
    )
    if (answers.includes(-1)) {
      await this.#leave(client, added)
      throw new SubscriberLimitError()
    }
    return topics.filter((_, index) => answers[index] === 1)
  }

  /**
   * Adds topics to the client's list, if its limits allow it.
   * @returns the topics that were not in the list
   * @throws ShareError, StoreError
   */
  async #remember(client: ClientId, holder: string, topics: string[]): Promise<string[]> {
    const room = await this.#admission.roomFor(client, holder)
    const answer = await this.#link.run('remember', topicKeys(client), [
      life,
      String(this.#shares.client.subscriptions),
      holder,
      String(room.max),
      ...topics,
    ])
    if (answer === -1) throw new ShareError('client')
    if (answer === -2) throw new ShareError(room.reason)
    const [ends, flags, ...rows] = list(answer)
    const added = topics.filter((_, index) => String(flags)[index] === '1')
    await this.#usage.subscriptions(
      client,
      { end: Number(ends), holder, count: added.length + rows.length },
      rows.map(String),
    )
    return added
  }

  async #leave(client: ClientId, topics: readonly string[]): Promise<void> {
    if (topics.length === 0) return
    const [rows] = await Promise.all([
      this.#link.run('forget', topicKeys(client), topics),
      this.#turns.each(client, topics, (topic) =>
        this.#link.run('leave', [`${prefixOf(topic)}subs`], [client]),
      ),
    ])
    await this.#usage.subscriptions(client, undefined, texts(rows))
  }

  async #noteDelivered(client: ClientId, topic: string, seq: number): Promise<void> {
    const {
      messages: [message],
    } = await this.read({ client, topic, after: seq - 1, limit: 1 })
    if (message?.seq === seq)
      await this.#watch.note([
        { client, type: 'subscriber', statuses: ['delivered'], ...message, at: Date.now() },
      ])
  }
}

/**
 * Whether it is certain that a message was not stored. False when this is unknown, such as without
 * an answer.
 */
function isRefused(stored: PromiseSettledResult<unknown>): boolean {
  if (stored.status === 'fulfilled') return list(stored.value)[0] !== 0
  return stored.reason instanceof StoreError && stored.reason.cause instanceof ErrorReply
}

function list(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw new TypeError('Redis answered something else than a list')
  return answer
}

const texts = (answer: unknown): readonly string[] => list(answer).map(String)

/**
 * Reads a list in which each number is followed by its message. Numbers without a message are
 * skipped.
 */
function pairs(found: readonly unknown[], onBad: () => void): StoredMessage[] {
  const messages: StoredMessage[] = []
  for (let index = 0; index < found.length; index += 2) {
    const [seq, data] = [Number(found[index]), found[index + 1]]
    if (Number.isSafeInteger(seq) && typeof data === 'string') messages.push({ seq, data })
    else onBad()
  }
  return messages
}
