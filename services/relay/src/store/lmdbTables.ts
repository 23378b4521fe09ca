import { open, type Database, type RootDatabase } from 'lmdb'
import type { EventRow } from './watchRows.ts'
import type { Hook } from './watchStore.ts'
import type { ClientId } from '../auth/didKey.ts'

/**
 * The row of a message. `expires` is in milliseconds since 1970. `holder` names the publisher's
 * address. `data` is the message, or only its length when the message is large; then `texts` has
 * it.
 */
export type MessageRow = [
  publisher: ClientId,
  request: string,
  hash: string,
  expires: number,
  data: string | number,
  holder: string,
]
/**
 * The row of a subscription. `end` is in milliseconds since 1970. `holder` names the subscriber's
 * address.
 */
export type SubscriptionRow = [end: number, holder: string]
/**
 * Says that at this minute (since 1970) something has to be removed: messages of a topic,
 * subscriptions or watches of a client, or counts of a client or an address.
 */
export type Due = [minute: number, kind: 'client' | 'topic' | 'watch' | 'usage', name: string]

/** The tables of a folder. Their rows are ordered by key. */
export type Tables = {
  root: RootDatabase<unknown, string>
  messages: Database<MessageRow, [topic: string, seq: number]>
  /**
   * Large messages. They are separate from their rows, so that reading rows takes the same time for
   * messages of every size.
   */
  texts: Database<string, [seq: number]>
  /**
   * Acknowledgements. The key begins with the message's number and not with its topic, so that
   * acknowledgements of the same time are adjacent, and writing them changes fewer pages.
   */
  acknowledged: Database<true, [seq: number, client: ClientId]>
  /** The end of each subscription, by topic. */
  subscribers: Database<number, [topic: string, client: ClientId]>
  topics: Database<SubscriptionRow, [client: ClientId, topic: string]>
  /** What a client or an address uses, counted until `end` (milliseconds since 1970). */
  usage: Database<
    [count: number, bytes: number],
    [owner: string, kind: 'message' | 'subscription', end: number]
  >
  due: Database<true, Due>
  hooks: Database<Hook, [client: ClientId, id: string]>
  /** Events that wait for their webhook. `due` is in milliseconds since 1970. */
  events: Database<EventRow, [due: number, id: string]>
  /**
   * The messages of waiting events. A message with several events is stored once. The table's
   * stored name is `told`.
   */
  eventTexts: Database<string, [seq: number]>
}

/** A key after every client id and every topic, for the end of a range. */
export const afterAll = '\uffff' as ClientId // no client has this id

const minute = 60_000

/** The number of the first minute that begins after a time (in milliseconds). */
export const minuteAfter = (time: number) => Math.floor(time / minute) + 1

/**
 * Opens the tables of a folder. A damaged or foreign value is read as undefined.
 * @param onBad is called for each such value
 */
export function openTables(folder: string, onBad: () => void = () => {}): Tables {
  // The writer makes batches itself. The library's own batches leave a promise whose rejection
  // cannot be caught.
  const root = open<unknown, string>({ path: folder, maxDbs: 12, eventTurnBatching: false })
  const table = <value, key extends string | (string | number)[]>(
    name: string,
  ): Database<value, key> => guard(root.openDB<value, key>({ name }), onBad)
  return {
    root: guard(root, onBad),
    messages: table('messages'),
    texts: table('texts'),
    acknowledged: table('acknowledged'),
    subscribers: table('subscribers'),
    topics: table('topics'),
    usage: table('usage'),
    due: table('due'),
    hooks: table('hooks'),
    events: table('events'),
    eventTexts: table('told'),
  }
}

/**
 * Makes a table return undefined for bytes that are not in the library's format. Without this, one
 * such value would throw while a range is read.
 */
function guard<table extends object>(database: table, onBad: () => void): table {
  // the library's types lack it
  const { decoder } = database as { decoder?: { decode: (...given: unknown[]) => unknown } }
  if (!decoder) return database
  const decode = decoder.decode.bind(decoder)
  decoder.decode = (...given) => {
    try {
      return decode(...given)
    } catch {
      onBad()
      return undefined
    }
  }
  return database
}
