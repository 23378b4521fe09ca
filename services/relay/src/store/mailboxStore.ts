import type { WatchStore } from './watchStore.ts'

/** The did:key of a client without `did:key:`, such as `z6Mk…`: it names the client's mailbox. */
export type ClientId = string & { readonly client: unique symbol }

/** A message that is published to the mailboxes of a topic. `ttl` is in milliseconds. */
export type NewMessage = {
  topic: string
  publisher: ClientId
  /**
   * The key of the publisher's network address, in the form of `@latchkey/server/clientAddress`;
   * empty when it is unknown. It is never stored: shares count by its keyed hash.
   */
  address: string
  /** The id of the publisher's request. The same request is not stored twice. */
  request: string
  message: string
  ttl: number
  tag: number
  attestation: string | undefined
}

/**
 * `stored`: it is stored and its subscribers are notified. `known`: it was stored before, and is
 * not stored twice. `full`: the topic has no room, because its subscribers have not acknowledged
 * its messages.
 */
export type Published = 'stored' | 'known' | 'full'

/**
 * A stored message. `data` is the JSON of its {@link RelayMessage}. Later messages of a topic have
 * a higher `seq`.
 */
export type StoredMessage = { seq: number; data: string }

/**
 * `upTo`: everything of the topic up to this `seq` has been read. `more`: the read ended at its
 * limit.
 */
export type Page = { messages: readonly StoredMessage[]; upTo: number; more: boolean }

/** The size of the store and its limit, in bytes; `messages` if the store knows their number. */
export type StoreUsage = { bytes: number; max: number; messages?: number }

/** Limits of one client or one address. */
export type Share = { messages: number; bytes: number; subscriptions: number }

/**
 * Stores messages, subscriptions and acknowledgements. The effect of a resolved promise survives a
 * crash of this process. Every promise settles within 5 s; a broken part or a missing answer ends
 * it with a {@link StoreError}. Every implementation passes `conformance/`.
 */
export type MailboxStore = {
  /**
   * Stores a message until its ttl ends, and notifies the topic's subscribers, except the
   * publisher, wherever they are connected.
   * @throws ShareError when the publisher, its address or the store has no room
   */
  publish(message: NewMessage): Promise<Published>
  /**
   * Subscribes a client to topics until it unsubscribes. @returns those that have messages
   * @param address as in {@link NewMessage}
   * @throws SubscriberLimitError when a topic has the max number of subscribers
   * @throws ShareError when the client, its address or the store has no room; then none of the
   * topics was added
   */
  subscribe(
    client: ClientId,
    topics: readonly string[],
    address: string,
  ): Promise<readonly string[]>
  /** Ends subscriptions; unknown ones are ignored. */
  unsubscribe(client: ClientId, topics: readonly string[]): Promise<void>
  /** The topics of a client that have messages, in slices with other work in between. */
  waiting(client: ClientId): AsyncIterable<readonly string[]>
  /**
   * Messages after `after`, oldest first, that are still valid, were not published by the client,
   * and are not acknowledged by it.
   */
  read(query: { client: ClientId; topic: string; after: number; limit: number }): Promise<Page>
  /** Removes a message from the mailbox of this client. */
  acknowledge(client: ClientId, topic: string, seq: number): Promise<void>
  /**
   * Calls back with the topic whenever a client's mailbox may have something new. The call includes
   * the message if nothing else of the topic arrived since the last call. Resolves when no later
   * message can be missed.
   */
  listen(
    client: ClientId,
    onTopic: (topic: string, message?: StoredMessage) => void,
  ): Promise<() => void>
  /** Webhooks that are called for a client's messages. */
  watch: WatchStore
  /** Resolves to whether the store answers and can store new data, within 1 s. Never rejects. */
  isHealthy(): Promise<boolean>
  /** The recent usage, without a request to a server. */
  usage(): StoreUsage
  /**
   * Copies its files into a new folder in a consistent state, while work continues, and resolves to
   * true; absent if it has no files of its own. @throws the system's error
   */
  snapshot?: (folder: string) => Promise<true>
  /** Closes the store; writes that have begun are finished first. */
  close(): Promise<void>
}

/** Thrown when a topic has the max number of subscribers. */
export class SubscriberLimitError extends Error {
  override readonly name = 'SubscriberLimitError'
}

/**
 * The limit that refused a client. `client`, `address`: it has used its share. `store`: the store
 * is nearly full, and the client or its address is among the largest holders.
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
 * Thrown when the store cannot do the work now. `full`: its disk or memory has no room. `failed`:
 * the disk or Redis answered with an error, which is the cause. `late`: no answer arrived in time,
 * so the work may have been done or not.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly kind: 'full' | 'failed' | 'late'

  constructor(kind: StoreError['kind'], options?: ErrorOptions) {
    super(`The store is ${kind}`, options)
    this.kind = kind
  }
}
