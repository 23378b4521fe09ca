import type { WatchStore } from './watchStore.ts'

/** The did:key of a client without `did:key:`, such as `z6Mk…`: whose mailbox it is. */
export type ClientId = string & { readonly client: unique symbol }

/** A message on its way into the mailboxes of a topic. `ttl` is in milliseconds. */
export type NewMessage = {
  topic: string
  publisher: ClientId
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

/**
 * Keeps messages, subscriptions and acknowledgements. What a resolved promise has said holds after a crash of this process.
 * Every implementation passes `conformance/`.
 */
export type MailboxStore = {
  /** Keeps a message until its ttl and tells the topic's subscribers, except the publisher, wherever they are connected. */
  publish(message: NewMessage): Promise<Published>
  /**
   * Subscribes a client to topics until it unsubscribes, and gives back those that hold messages.
   * @throws SubscriberLimitError when a topic has as many subscribers as it may have
   */
  subscribe(client: ClientId, topics: readonly string[]): Promise<readonly string[]>
  /** Ends subscriptions; unknown ones are none. */
  unsubscribe(client: ClientId, topics: readonly string[]): Promise<void>
  /** The topics of a client that hold messages. */
  waiting(client: ClientId): Promise<readonly string[]>
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
  /** Whether it answers. */
  isHealthy(): Promise<boolean>
  /** Ends everything; what was begun is written first. */
  close(): Promise<void>
}

/** A topic has as many subscribers as it may have. */
export class SubscriberLimitError extends Error {
  override readonly name = 'SubscriberLimitError'
}
