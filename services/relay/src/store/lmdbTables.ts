import { open, type Database, type RootDatabase } from 'lmdb'
import type { ClientId } from './mailboxStore.ts'
import type { KeptEvent } from './watchRows.ts'
import type { Hook } from './watchStore.ts'

/**
 * What is kept of a message. `expires` is in milliseconds since 1970; `holder` is the address that counts for it; `data` is only its
 * length when the message is large and stands in `texts`.
 */
export type Kept = [publisher: ClientId, request: string, hash: string, expires: number, data: string | number, holder: string]
/** What is kept of a subscription: its end, and the address that counts for it. */
export type Subscribed = [end: number, holder: string]
/** The minute (since 1970) in which messages of a topic, or subscriptions, watches or counts of a client, are to be taken out. */
export type Due = [minute: number, kind: 'client' | 'topic' | 'watch' | 'usage', name: string]

/** The databases of a folder, ordered by their keys. */
export type Tables = {
  root: RootDatabase<unknown, string>
  messages: Database<Kept, [topic: string, seq: number]>
  /** Large messages, apart from their rows: a look through a mailbox costs the same whatever is in it. */
  texts: Database<string, [seq: number]>
  /** Not by topic: what happens together lies together, and is written with fewer pages. */
  acknowledged: Database<true, [seq: number, client: ClientId]>
  /** When a subscription ends, from both sides. */
  subscribers: Database<number, [topic: string, client: ClientId]>
  topics: Database<Subscribed, [client: ClientId, topic: string]>
  /** What a client or an address holds, counted until `end` (milliseconds since 1970). */
  usage: Database<[count: number, bytes: number], [who: string, kind: 'message' | 'subscription', end: number]>
  due: Database<true, Due>
  hooks: Database<Hook, [client: ClientId, id: string]>
  /** `due` is in milliseconds since 1970. */
  events: Database<KeptEvent, [due: number, id: string]>
  /** Messages of which there are events, once for all of them. */
  told: Database<string, [seq: number]>
}

/** Above every client id and every topic in the order of keys. */
export const afterAll = '\uffff' as ClientId // as the end of a range only, never as a client

const minute = 60_000

/** The first minute that begins after a time. */
export const minuteAfter = (time: number) => Math.floor(time / minute) + 1

/**
 * Opens the databases of a folder. What is no value of ours, or is damaged, is read as undefined.
 * @param onBad hears of each such value
 */
export function openTables(folder: string, onBad: () => void = () => {}): Tables {
  // writes come in batches of our own: those of the library leave a promise behind that nobody can catch
  const root = open<unknown, string>({ path: folder, maxDbs: 12, eventTurnBatching: false })
  const table = <value, key extends string | (string | number)[]>(name: string): Database<value, key> => guard(root.openDB<value, key>({ name }), onBad)
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
    told: table('told'),
  }
}

/** Bytes that are no value of the library's format would throw out of the middle of a range. */
function guard<table extends object>(database: table, onBad: () => void): table {
  const { decoder } = database as { decoder?: { decode: (...given: unknown[]) => unknown } } // the library's own, not in its types
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
