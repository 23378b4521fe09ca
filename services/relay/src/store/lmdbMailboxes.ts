import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Slices } from './createSlices.ts'
import type { createListeners } from './listeners.ts'
import type { LmdbAdmission } from './lmdbAdmission.ts'
import type { LmdbClock } from './lmdbClock.ts'
import type { LmdbMessages } from './lmdbMessages.ts'
import type { LmdbSubscriptions } from './lmdbSubscriptions.ts'
import type { MessageRow } from './lmdbTables.ts'
import { isLarge } from './lmdbTexts.ts'
import { type createTopics, isKnown, type Topic } from './lmdbTopics.ts'
import type { createLmdbWatch } from './lmdbWatch.ts'
import type { Writer } from './lmdbWriter.ts'
import type { NewMessage, Published } from './mailboxStore.ts'
import { openData, stampData } from './stampMessage.ts'
import { bytesOf, subscriptionBytes } from './storeUsage.ts'
import { publicationOf } from './watchEvents.ts'
import type { ClientId } from '../auth/didKey.ts'

type Options = {
  writer: Writer
  slices: Slices
  topics: ReturnType<typeof createTopics>
  subscriptions: LmdbSubscriptions
  messages: LmdbMessages
  listeners: ReturnType<typeof createListeners>
  watch: ReturnType<typeof createLmdbWatch>
  admission: LmdbAdmission
  holderOf: (address: string) => string
  clock: LmdbClock
  now: () => number
}

/** Number of topics of a client that one piece of work checks. */
const page = 64
/** The units of work that a message costs: `perMessage`, and one for every `perUnit` characters. */
const perMessage = 25
const perUnit = 4_096

/** The operations of clients on mailboxes. */
export class LmdbMailboxes {
  readonly #writer: Writer
  readonly #slices: Slices
  readonly #topics: Options['topics']
  readonly #subscriptions: LmdbSubscriptions
  readonly #messages: LmdbMessages
  readonly #listeners: Options['listeners']
  readonly #watch: Options['watch']
  readonly #admission: LmdbAdmission
  readonly #holderOf: (address: string) => string
  readonly #clock: LmdbClock
  readonly #now: () => number

  constructor(options: Options) {
    this.#writer = options.writer
    this.#slices = options.slices
    this.#topics = options.topics
    this.#subscriptions = options.subscriptions
    this.#messages = options.messages
    this.#listeners = options.listeners
    this.#watch = options.watch
    this.#admission = options.admission
    this.#holderOf = options.holderOf
    this.#clock = options.clock
    this.#now = options.now
  }

  /**
   * The line in which a client's work waits. All clients of an address share a line, because anyone
   * can make clients.
   */
  lineOf(client: ClientId, address: string): string {
    return this.#holderOf(address) || client
  }

  /** Stores a message and notifies the topic's subscribers. @throws ShareError, StoreError */
  async publish(entry: NewMessage): Promise<Published> {
    const { topic: name, publisher, request, ttl } = entry
    this.#slices.spend(perMessage + Math.floor(entry.message.length / perUnit))
    const text = hash('sha256', entry.message, 'base64url')
    const at = this.#now()
    let topic = this.#topics.of(name)
    const named = { request, hash: text, now: at }
    if (isKnown(topic, publisher, named)) {
      await this.#writer.settled() // the first publication may not be written yet
      topic = this.#topics.of(name)
      if (isKnown(topic, publisher, named)) return 'known'
    }
    const data = stampData(openData(entry), at)
    if (!this.#messages.makeRoom(name, topic, data.length)) return 'full'
    const holder = this.#holderOf(entry.address)
    this.#admission.admit(publisher, holder, { messages: 1, bytes: bytesOf(data) }, isLarge(data))
    const seq = this.#clock.next(at)
    const row: MessageRow = [publisher, request, text, at + ttl, data, holder]
    const added = this.#messages.add(name, topic, seq, row)
    await (this.#watch.isAny()
      ? Promise.all([added, this.#noteStored(entry, topic, { seq, data, at })])
      : added) // both are written in the same transaction
    for (const [client, end] of topic.subscribers)
      if (client !== publisher && end > at) this.#listeners.notify(client, name, { seq, data })
    return 'stored'
  }

  /** Subscribes a client to topics. @throws ShareError, SubscriberLimitError, StoreError */
  subscribe(client: ClientId, wanted: readonly string[], address: string): Promise<void> {
    const holder = this.#holderOf(address)
    return this.#subscriptions.add(client, wanted, holder, (count) =>
      this.#admission.admit(client, holder, {
        subscriptions: count,
        bytes: count * subscriptionBytes,
      }),
    )
  }

  /**
   * Removes a message from the mailbox of a client. If the client has webhooks, they get an event.
   */
  acknowledge(client: ClientId, topic: string, seq: number): Promise<void> {
    return this.#watch.isWatched(client)
      ? this.#acknowledgeWatched(client, topic, seq)
      : this.#messages.acknowledge(client, topic, seq)
  }

  /** The topics of a client that have messages. Each page is one piece of work. */
  async *waiting(client: ClientId, except?: ReadonlySet<string>): AsyncIterable<readonly string[]> {
    const pages = this.#subscriptions.topicsOf(client, page)[Symbol.iterator]()
    const look = () => {
      const { done, value } = pages.next()
      return done
        ? undefined
        : this.#messages.withMessages(value.filter((topic) => !except?.has(topic)))
    }
    for (
      let found = await this.#slices.run(client, look);
      found;
      found = await this.#slices.run(client, look)
    ) {
      if (found.length > 0) yield found
      await setImmediate()
    }
  }

  async #acknowledgeWatched(client: ClientId, topic: string, seq: number): Promise<void> {
    // without this, repeated acknowledgements would call webhooks for the same delivery
    if (!this.#messages.mayAcknowledge(client, topic, seq)) return
    const message = this.#messages.one(client, topic, seq)
    const at = this.#now()
    const delivered = message
      ? [{ client, type: 'subscriber', statuses: ['delivered'], ...message, at } as const]
      : []
    await Promise.all([this.#messages.acknowledge(client, topic, seq), this.#watch.note(delivered)])
  }

  #noteStored(
    { publisher }: NewMessage,
    topic: Topic,
    message: { seq: number; data: string; at: number },
  ): Promise<void> {
    const others = [...topic.subscribers].filter(
      ([client, end]) => client !== publisher && end > message.at,
    )
    const subscribers = others.map(([client]) => ({
      client,
      connected: this.#listeners.has(client),
    }))
    return this.#watch.note(
      publicationOf({ publisher, subscribers, ...message }, this.#watch.isWatched),
    )
  }
}
