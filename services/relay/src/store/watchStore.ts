import type { RelayWatchStatus } from '@latchkey/protocol/relay'
import type { ClientId } from './mailboxStore.ts'

/** As what a client takes part in a message. */
export type WatchType = 'subscriber' | 'publisher'

/** What of a client's messages is told, and where. `ends` is in milliseconds since 1970. */
export type Hook = {
  /** The same again replaces the one before. */
  id: string
  type: WatchType
  service: string
  url: string
  tags: readonly number[]
  statuses: readonly RelayWatchStatus[]
  ends: number
  /** The address that counts for it, and for its events; empty when it is unknown. */
  holder: string
}

/** A registration as it comes. */
export type NewHook = Omit<Hook, 'holder'>

/** Something that happened to a message (`seq`, `data`) and has to be told. `at` is in milliseconds since 1970. */
export type WatchEvent = { id: string; client: ClientId; type: WatchType; service: string; url: string; status: RelayWatchStatus; seq: number; data: string; at: number; holder: string }

/**
 * Watched clients and what their webhooks have yet to be told. The mailbox store notes what happens together with what it
 * does, once {@link WatchStore.start} was called; before, nobody is watched.
 */
export type WatchStore = {
  /** The key of all relays over this store, as hex: the first that was offered. */
  key(offered: string): Promise<string>
  /**
   * Begins to note; calls back when something has to be told, here at least of what happened in this process.
   * @param onDropped hears how many events had no room
   */
  start(onEvent: () => void, onDropped?: (events: number) => void): Promise<void>
  /**
   * Says whether there is room: a client has at most so many.
   * @param address of whoever registers, as `address` of a NewMessage
   * @throws ShareError when the client, its address or the store holds as much as it may
   */
  register(client: ClientId, hook: NewHook, address: string): Promise<boolean>
  /** Ends a registration; an unknown one is none. */
  unregister(client: ClientId, id: string): Promise<void>
  /** Takes up to so many events that are due, and no more when their messages have so many bytes; for a while nobody else gets them. */
  claim(limit: number, bytes?: number): Promise<readonly WatchEvent[]>
  /** Makes a claimed event due again, in so many milliseconds. */
  postpone(event: WatchEvent, milliseconds: number): Promise<void>
  /** Forgets a claimed event. */
  finish(event: WatchEvent): Promise<void>
}
