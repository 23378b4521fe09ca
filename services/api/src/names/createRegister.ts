import { wait, within } from '@latchkey/server/waiting'
import { DatabaseError, type Database, type Queries } from '@latchkey/server/db/database'
import { FolderInUseError } from '@latchkey/server/lockFolder'
import { FolderError } from '@latchkey/server/makeFolder'
import type { ProfileRecord } from '@latchkey/protocol/profile'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { limitQueries } from '../db/limitQueries.ts'
import { findName, findNamesOf, findOwner, findTaken, insertName, updateAttributes, upsertAddress, type Owned, type Registration, type SignedChange } from './nameStore.ts'

/** Milliseconds between two attempts to open the database, and for which a request waits for the first one. */
const times = { again: 2_000, first: 10_000 }

/** The names that accounts have registered with this service. Its functions throw DatabaseError while the database does not answer. */
export type Register = {
  /** The zones in which names are registered, the first by default; none where names are off. */
  zones: readonly string[]
  /** Seconds by which the timestamp of a signed message may differ from the time. */
  window: number
  /** The record of a registered name, written as it was registered; undefined for any other text. */
  find(name: string): Promise<ProfileRecord | undefined>
  /** The names that an account has registered and that stand for it, the oldest first. @param address in lower case */
  namesOf(address: Hex): Promise<ProfileRecord[]>
  /** Those of the names that are registered. */
  taken(names: readonly string[]): Promise<ReadonlySet<string>>
  owner(name: string): Promise<Owned | undefined>
  /** Stores a registration for good, or says why not. */
  add(registration: Registration): Promise<'taken' | 'full' | undefined>
  setAttributes(change: SignedChange, attributes: Record<string, string>): Promise<'stale' | undefined>
  setAddress(change: SignedChange, to: { coinType: number; address: Hex }): Promise<'stale' | undefined>
  close(): Promise<void>
}

/**
 * Opens the database in the background, and again when that fails.
 * @param options.open undefined where names are off
 * @param options.onFailure is called at the first of several failures in a row
 */
export function createRegister({ zones, window, open, onFailure }: { zones: readonly string[]; window: number; open: (() => Promise<Database>) | undefined; onFailure: (error: Error) => void }): Register {
  const over = new AbortController()
  let database: Database | undefined
  let tried = () => {}
  /** Resolves after the first attempt: later ones are not waited for. */
  const isTried = new Promise<void>((resolve) => (tried = resolve))
  const opening = open && openUntilDone(open)
  const limited = limitQueries({ answeredAt: () => database?.answeredAt() })

  async function openUntilDone(open: () => Promise<Database>): Promise<void> {
    for (let failures = 0; !over.signal.aborted; failures++) {
      try {
        database = await open()
        return tried()
      } catch (error) {
        tried()
        if (failures === 0 && error instanceof Error) onFailure(error)
        if (error instanceof FolderInUseError || error instanceof FolderError) return // the start of the service fails by it
        await wait(times.again, over.signal)
      }
    }
  }

  async function opened(): Promise<Database> {
    await within(times.first, isTried)
    if (!database) throw new DatabaseError('The database is not open')
    return database
  }

  /** Runs work on the tables, which may still be opened when it is asked for. */
  async function on<answer>(work: (queries: Queries) => Promise<answer>, otherwise: answer): Promise<answer> {
    if (!opening) return otherwise
    const { queries } = database ?? (await opened())
    return limited(() => work(queries))
  }

  return {
    zones: open ? zones : [],
    window,
    find: (name) => on((queries) => findName(queries, name), undefined),
    namesOf: (address) => on((queries) => findNamesOf(queries, address), []),
    taken: (names) => on((queries) => findTaken(queries, names), new Set<string>()),
    owner: (name) => on((queries) => findOwner(queries, name), undefined),
    add: (registration) => on<'taken' | 'full' | undefined>((queries) => insertName(queries, registration), 'full'),
    setAttributes: (change, attributes) => on<'stale' | undefined>((queries) => updateAttributes(queries, change, attributes), 'stale'),
    setAddress: (change, to) => on<'stale' | undefined>((queries) => upsertAddress(queries, change, to), 'stale'),
    async close() {
      over.abort()
      await opening
      await database?.close()
    },
  }
}
