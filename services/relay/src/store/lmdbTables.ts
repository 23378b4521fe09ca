import { open, type Database, type RootDatabase } from 'lmdb'
import type { ClientId } from './mailboxStore.ts'
import type { Hook, WatchEvent } from './watchStore.ts'

/** What is kept of a message. `expires` is in milliseconds since 1970. */
export type Kept = [publisher: ClientId, request: string, hash: string, expires: number, data: string]
/** The minute (since 1970) in which messages of a topic, or subscriptions or watches of a client, are to be taken out. */
export type Due = [minute: number, kind: 'client' | 'topic' | 'watch', name: string]

/** The databases of a folder, ordered by their keys. */
export type Tables = {
  root: RootDatabase<unknown, string>
  messages: Database<Kept, [topic: string, seq: number]>
  /** Not by topic: what happens together lies together, and is written with fewer pages. */
  acknowledged: Database<true, [seq: number, client: ClientId]>
  /** When a subscription ends, from both sides. */
  subscribers: Database<number, [topic: string, client: ClientId]>
  topics: Database<number, [client: ClientId, topic: string]>
  due: Database<true, Due>
  hooks: Database<Hook, [client: ClientId, id: string]>
  /** `due` is in milliseconds since 1970. */
  events: Database<WatchEvent, [due: number, id: string]>
}

/** Above every client id and every topic in the order of keys. */
export const afterAll = '\uffff' as ClientId // as the end of a range only, never as a client

const minute = 60_000

/** The first minute that begins after a time. */
export const minuteAfter = (time: number) => Math.floor(time / minute) + 1

/** Opens the databases of a folder. */
export function openTables(folder: string): Tables {
  const root = open<unknown, string>({ path: folder, maxDbs: 12 })
  return {
    root,
    messages: root.openDB({ name: 'messages' }),
    acknowledged: root.openDB({ name: 'acknowledged' }),
    subscribers: root.openDB({ name: 'subscribers' }),
    topics: root.openDB({ name: 'topics' }),
    due: root.openDB({ name: 'due' }),
    hooks: root.openDB({ name: 'hooks' }),
    events: root.openDB({ name: 'events' }),
  }
}
