import type { RelayWatchStatus } from '@latchkey/protocol/relay'
import type { ClientId } from './mailboxStore.ts'

/** The role of a client in a message. */
export type WatchType = 'subscriber' | 'publisher'

/**
 * A registered webhook: the messages of a client that it gets, and its address. `ends` is in
 * milliseconds since 1970.
 */
export type Hook = {
  /** The id. A registration with the same id replaces the earlier one. */
  id: string
  type: WatchType
  service: string
  url: string
  tags: readonly number[]
  statuses: readonly RelayWatchStatus[]
  ends: number
  /** The holder of the address for which it and its events count; empty when it is unknown. */
  holder: string
}

/** A new registration. */
export type NewHook = Omit<Hook, 'holder'>

/**
 * An event of a message (`seq`, `data`) that has to be delivered to a webhook. `at` is in
 * milliseconds since 1970.
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
 * Watched clients and the events that wait for their webhooks. The mailbox store stores events
 * together with the changes that cause them, once {@link WatchStore.start} was called. Before that,
 * no client is watched.
 */
export type WatchStore = {
  /** The key of all relays over this store, as hex: the first offered key. */
  key(offered: string): Promise<string>
  /**
   * Starts to store events. Calls back when events wait, at least those of this process.
   * @param onDropped called with the number of events without room
   */
  start(onEvent: () => void, onDropped?: (events: number) => void): Promise<void>
  /**
   * Registers a webhook. Resolves to whether there is room, because the registrations of a client
   * are limited.
   * @param address of the client that registers, as `address` of a NewMessage
   * @throws ShareError when the client, its address or the store has no room
   */
  register(client: ClientId, hook: NewHook, address: string): Promise<boolean>
  /** Ends a registration; an unknown one is ignored. */
  unregister(client: ClientId, id: string): Promise<void>
  /**
   * Claims at most `limit` due events, up to `bytes` bytes of messages. For a while no other caller
   * gets them.
   */
  claim(limit: number, bytes?: number): Promise<readonly WatchEvent[]>
  /** Makes a claimed event due again after this many milliseconds. */
  postpone(event: WatchEvent, milliseconds: number): Promise<void>
  /** Removes a claimed event. */
  finish(event: WatchEvent): Promise<void>
}
