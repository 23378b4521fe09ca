import type { WatchStore } from './watchStore.ts'
import type { ClientId } from '../auth/didKey.ts'

/** A message to publish in a topic. `ttl` is in milliseconds. */
export type NewMessage = {
  topic: string
  publisher: ClientId
  /**
   * The network address of the publisher, in the form of `@latchkey/server/clientAddress`; empty
   * when it is unknown. It is never stored: what an address uses is counted under a keyed hash.
   */
  address: string
  /** The id of the publisher's request. A request is stored only once. */
  request: string
  message: string
  ttl: number
  tag: number
  attestation: string | undefined
}

/**
 * `stored`: the message is stored and the subscribers are notified. `known`: it was stored before,
 * and is not stored again. `full`: the topic has no room, because its subscribers have not
 * acknowledged its messages.
 */
export type Published = 'stored' | 'known' | 'full'

/**
 * A stored message. `data` is the JSON of its {@link RelayMessage}. `seq` increases with each
 * message of a topic.
 */
export type StoredMessage = { seq: number; data: string }

/**
 * A part of a mailbox. `upTo`: all messages up to this `seq` were read. `more`: there may be more
 * messages, because the read has reached its limit.
 */
export type Page = { messages: readonly StoredMessage[]; upTo: number; more: boolean }

/**
 * The used bytes of the store, and its maximum. `messages` is undefined if the store does not count
 * them.
 */
export type StoreUsage = { bytes: number; max: number; messages?: number }

/** What one client or one address may store. */
export type Share = { messages: number; bytes: number; subscriptions: number }

/**
 * Stores messages, subscriptions and acknowledgements. When a promise has resolved, its effect
 * survives a crash of this process. Every promise except a snapshot's settles within 5 s: without
 * an answer, or after a failure, it rejects with a {@link StoreError}. Every implementation passes
 * `conformance/`.
 */
export type MailboxStore = {
  /**
   * Stores a message until its ttl ends. Notifies the topic's subscribers, except the publisher, at
   * every relay process that uses this store.
   * @throws ShareError when the publisher, its address or the store has no room
   */
  publish(message: NewMessage): Promise<Published>
  /**
   * Subscribes a client to topics until it unsubscribes, at most for `limits.subscription`; a
   * further call renews the subscriptions. If it throws, no topic was added.
   * @returns the topics that have messages
   * @param address as in {@link NewMessage}
   * @throws SubscriberLimitError when a topic has its maximum of subscribers
   * @throws ShareError when the client, its address or the store has no room
   */
  subscribe(
    client: ClientId,
    topics: readonly string[],
    address: string,
  ): Promise<readonly string[]>
  /** Ends subscriptions. Unknown subscriptions are ignored. */
  unsubscribe(client: ClientId, topics: readonly string[]): Promise<void>
  /**
   * The topics of a client that have messages. Other work runs in between.
   * @param except topics that the caller has checked; they are left out
   */
  waiting(client: ClientId, except?: ReadonlySet<string>): AsyncIterable<readonly string[]>
  /**
   * Reads the messages of a topic after the number `after`, oldest first. It skips messages that
   * have expired, that the client has published, or that it has acknowledged.
   */
  read(query: { client: ClientId; topic: string; after: number; limit: number }): Promise<Page>
  /** Removes a message from the mailbox of this client. */
  acknowledge(client: ClientId, topic: string, seq: number): Promise<void>
  /**
   * Calls `onTopic` whenever a client's mailbox may have a new message in a topic. The call
   * includes the message if no other message of the topic has arrived since the last call. Resolves
   * when no later message can be missed.
   * @returns the function that stops the calls
   */
  listen(
    client: ClientId,
    onTopic: (topic: string, message?: StoredMessage) => void,
  ): Promise<() => void>
  /** The webhooks that get the events of clients. */
  watch: WatchStore
  /**
   * Resolves to whether the store answers, and can store new data. It takes at most 1 s and never
   * rejects.
   */
  isHealthy(): Promise<boolean>
  /** How much is stored. It may be a little outdated. */
  usage(): StoreUsage
  /**
   * Copies the store's files into a new folder in a consistent state, while the store is used, and
   * resolves to true. Undefined if the store has no files of its own. @throws the system's error
   */
  snapshot?: (folder: string) => Promise<true>
  /** Waits for running writes, and closes the store. */
  close(): Promise<void>
}

/** A topic has its maximum of subscribers. */
export class SubscriberLimitError extends Error {
  override readonly name = 'SubscriberLimitError'
}

/**
 * A limit refuses that a client stores more. `client`, `address`: it stores as much as it may.
 * `store`: the store is nearly full, and the client or its address is among those that store most.
 */
export class ShareError extends Error {
  override readonly name = 'ShareError'
  readonly reason: 'client' | 'address' | 'store'

  constructor(reason: ShareError['reason']) {
    super(`The share of the ${reason} is full`)
    this.reason = reason
  }
}

/**
 * The store cannot do the work now. `full`: its disk or memory has no room. `failed`: the disk or
 * Redis answered with an error, see `cause`. `late`: no answer arrived in time, so the work may be
 * done or not.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly kind: 'full' | 'failed' | 'late'

  constructor(kind: StoreError['kind'], options?: ErrorOptions) {
    super(`The store is ${kind}`, options)
    this.kind = kind
  }
}
