import type { RelayWatchStatus } from '@latchkey/protocol/relay'
import type { ClientId } from '../auth/didKey.ts'

/** What a client is for a message. */
export type WatchType = 'subscriber' | 'publisher'

/**
 * A registered webhook: its address, and which messages of a client it gets. `ends` is in
 * milliseconds since 1970.
 */
export type Hook = {
  /** The id of the registration. Another registration with this id replaces it. */
  id: string
  type: WatchType
  service: string
  url: string
  tags: readonly number[]
  statuses: readonly RelayWatchStatus[]
  ends: number
  /**
   * Names the address from which it was registered; it and its events count for this address. Empty
   * when the address is unknown.
   */
  holder: string
}

/** A webhook that is not registered yet. */
export type NewHook = Omit<Hook, 'holder'>

/**
 * An event of a message that has to be delivered to a webhook. `seq` and `data` are the message's.
 * `at` is in milliseconds since 1970.
 */
export type WatchEvent = {
  id: string
  client: ClientId
  type: WatchType
  service: string
  url: string
  status: RelayWatchStatus
  seq: number
  data: string
  at: number
  holder: string
}

/**
 * Watched clients, and the events that wait for their webhooks. After {@link WatchStore.start} the
 * mailbox store also stores the events that its changes cause. Before that, no client is watched.
 */
export type WatchStore = {
  /**
   * Returns the signing key that all relay processes of this store share, as hex. This is the key
   * that was offered first.
   */
  key(offered: string): Promise<string>
  /**
   * Starts to store events.
   * @param onEvent is called when events wait, at least when this process has stored them
   * @param onDropped is called with the number of events for which there was no room
   */
  start(onEvent: () => void, onDropped?: (events: number) => void): Promise<void>
  /**
   * Registers a webhook. Resolves to false if the client already has its maximum of webhooks, or if
   * the webhook has more tags than the store accepts.
   * @param address of the client that registers, in the form of `address` of NewMessage
   * @throws ShareError when the client, its address or the store has no room
   */
  register(client: ClientId, hook: NewHook, address: string): Promise<boolean>
  /** Ends a registration. An unknown registration is ignored. */
  unregister(client: ClientId, id: string): Promise<void>
  /**
   * Returns at most `limit` events that are due, with at most `bytes` bytes of messages; the first
   * event may have more. For a while no other caller gets these events.
   */
  claim(limit: number, bytes?: number): Promise<readonly WatchEvent[]>
  /** Makes a claimed event due again in this many milliseconds. */
  postpone(event: WatchEvent, milliseconds: number): Promise<void>
  /** Removes a claimed event. */
  finish(event: WatchEvent): Promise<void>
}
