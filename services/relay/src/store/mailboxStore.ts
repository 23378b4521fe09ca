import type { WatchStore } from './watchStore.ts'

/** The did:key of a client without `did:key:`, such as `z6Mk…`: whose mailbox it is. */
export type ClientId = string & { readonly client: unique symbol }

/** A message on its way into the mailboxes of a topic. `ttl` is in milliseconds. */
export type NewMessage = {
  topic: string
  publisher: ClientId
  /**
   * The key of the network address that published, as `@latchkey/server/clientAddress` gives it; empty when it is unknown. It is
   * never kept: shares count by a keyed hash of it.
   */
  address: string
  /** Names the request for this publisher; the same one again is not stored twice. */
  request: string
  message: string
  ttl: number
  tag: number
  attestation: string | undefined
}

/**
 * `stored`: it is kept and its subscribers know. `known`: it was before, and is not kept twice. `full`: the topic holds what it
 * may hold, and subscribers have not acknowledged it.
 */
export type Published = 'stored' | 'known' | 'full'

/** A kept message: `data` is the JSON of its {@link RelayMessage}. Later ones of a topic have a higher `seq`. */
export type StoredMessage = { seq: number; data: string }

/** `upTo`: everything of the topic up to this `seq` has been looked at. `more`: the limit ended the search. */
export type Page = { messages: readonly StoredMessage[]; upTo: number; more: boolean }

/** How large the store is and may become, in bytes; `messages` where the store knows how many it keeps. */
export type StoreUsage = { bytes: number; most: number; messages?: number }

/** What one client or one address may hold at once. */
export type Share = { messages: number; bytes: number; subscriptions: number }

/**
 * Keeps messages, subscriptions and acknowledgements. What a resolved promise has said holds after a crash of this process.
 * Every promise settles within 5 s; what a broken part or a missing answer leaves open is a {@link StoreError}.
 * Every implementation passes `conformance/`.
 */
export type MailboxStore = {
  /**
   * Keeps a message until its ttl and tells the topic's subscribers, except the publisher, wherever they are connected.
   * @throws ShareError when the publisher, its address or the store holds as much as it may
   */
  publish(message: NewMessage): Promise<Published>
  /**
   * Subscribes a client to topics until it unsubscribes, and gives back those that hold messages.
   * @param address as in {@link NewMessage}
   * @throws SubscriberLimitError when a topic has as many subscribers as it may have
   * @throws ShareError when the client, its address or the store holds as much as it may; then none of the topics was added
   */
  subscribe(client: ClientId, topics: readonly string[], address: string): Promise<readonly string[]>
  /** Ends subscriptions; unknown ones are none. */
  unsubscribe(client: ClientId, topics: readonly string[]): Promise<void>
  /** The topics of a client that hold messages, in slices: between two of them everybody else is served. */
  waiting(client: ClientId): AsyncIterable<readonly string[]>
  /** Messages after `after`, oldest first, that are still valid, not the client's own, and not acknowledged by it. */
  read(query: { client: ClientId; topic: string; after: number; limit: number }): Promise<Page>
  /** Takes a message out of the mailbox of this client. */
  acknowledge(client: ClientId, topic: string, seq: number): Promise<void>
  /**
   * Calls back with the topic whenever something new may be in a client's mailbox, and with the message where nothing else of
   * the topic came in since the last call. Resolves when nothing can be missed any more.
   */
  listen(client: ClientId, onTopic: (topic: string, message?: StoredMessage) => void): Promise<() => void>
  /** Who is told of a client's messages elsewhere. */
  watch: WatchStore
  /** Whether it answers and can keep what comes; says so within 1 s and never throws. */
  isHealthy(): Promise<boolean>
  /** As it is or was a moment ago, without asking anybody. */
  usage(): StoreUsage
  /** Ends everything; what was begun is written first. */
  close(): Promise<void>
}

/** A topic has as many subscribers as it may have. */
export class SubscriberLimitError extends Error {
  override readonly name = 'SubscriberLimitError'
}

/**
 * Somebody holds as much as the store keeps for one. `client`, `address`: the share of that one. `store`: the store is nearly full,
 * and this client or its address is among those that hold most.
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
 * The store cannot do it now. `full`: its disk or memory has no room. `failed`: the disk or Redis answered with an error, which is
 * the cause. `late`: no answer came in time, so it is open whether it was done.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly kind: 'full' | 'failed' | 'late'

  constructor(kind: StoreError['kind'], options?: ErrorOptions) {
    super(`The store is ${kind}`, options)
    this.kind = kind
  }
}
