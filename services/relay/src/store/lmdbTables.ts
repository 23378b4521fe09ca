import { open, type Database, type RootDatabase } from 'lmdb'
import type { ClientId } from './mailboxStore.ts'
import type { EventRow } from './watchRows.ts'
import type { Hook } from './watchStore.ts'

/**
 * The row of a message. `expires` is in milliseconds since 1970. `holder`: the address for which it
 * counts. `data` is only its length when the message is large and stored in `texts`.
 */
export type MessageRow = [
  publisher: ClientId,
  request: string,
  hash: string,
  expires: number,
  data: string | number,
  holder: string,
]
/** The row of a subscription: its end, and the address for which it counts. */
export type SubscriptionRow = [end: number, holder: string]
/**
 * The minute (since 1970) in which messages of a topic, or subscriptions, watches or counts of a
 * client, have to be removed.
 */
export type Due = [minute: number, kind: 'client' | 'topic' | 'watch' | 'usage', name: string]

/** The databases of a folder, ordered by their keys. */
export type Tables = {
  root: RootDatabase<unknown, string>
  messages: Database<MessageRow, [topic: string, seq: number]>
  /**
   * Large messages, stored apart from their rows, so that reading the rows of a mailbox costs the
   * same for any size.
   */
  texts: Database<string, [seq: number]>
  /**
   * Acknowledgements. The key begins with the message, not the topic: simultaneous ones are
   * adjacent, and take fewer pages to write.
   */
  acknowledged: Database<true, [seq: number, client: ClientId]>
  /** The end of each subscription, by topic and by client. */
  subscribers: Database<number, [topic: string, client: ClientId]>
  topics: Database<SubscriptionRow, [client: ClientId, topic: string]>
  /** The usage of a client or an address, counted until `end` (milliseconds since 1970). */
  usage: Database<
    [count: number, bytes: number],
    [owner: string, kind: 'message' | 'subscription', end: number]
  >
  due: Database<true, Due>
  hooks: Database<Hook, [client: ClientId, id: string]>
  /** `due` is in milliseconds since 1970. */
  events: Database<EventRow, [due: number, id: string]>
  /** Messages with events, stored once for all their events. The name of the table is `told`. */
  eventTexts: Database<string, [seq: number]>
}

/** A key after every client id and every topic. */
export const afterAll = '\uffff' as ClientId // only the end of a range, never a client

const minute = 60_000

/** The first minute that begins after a time. */
export const minuteAfter = (time: number) => Math.floor(time / minute) + 1

/**
 * Opens the databases of a folder. A damaged or foreign value is read as undefined.
 * @param onBad called for each such value
 */
export function openTables(folder: string, onBad: () => void = () => {}): Tables {
  // the writer makes its own batches, because those of the library leave a promise whose rejection
  // cannot be caught
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
 * Reads bytes that are not in the library's format as undefined. Otherwise they would throw in the
 * middle of a range.
 */
function guard<table extends object>(database: table, onBad: () => void): table {
  // missing in the library's types
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
