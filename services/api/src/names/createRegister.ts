import type { Database, Queries } from '@latchkey/server/db/database'
import type { ProfileRecord } from '@latchkey/protocol/profile'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { createAccess } from '@latchkey/server/db/createAccess'
import {
  findName,
  findNamesOf,
  findOwner,
  findTaken,
  insertName,
  updateAttributes,
  upsertAddress,
  type Owned,
  type Registration,
  type SignedChange,
} from './nameStore.ts'

/**
 * The register of names of this service. Its functions throw DatabaseError while the database does
 * not answer.
 */
export type Register = {
  /** The zones in which names can be registered, the default first. Empty if names are off. */
  zones: readonly string[]
  /** Minimum of characters of a new name before its zone. */
  minLength: number
  /** Seconds by which the time in a signed message may differ from this machine's time. */
  window: number
  /** The record of a name; undefined if there is none. @param name in the registered spelling */
  find(name: string): Promise<ProfileRecord | undefined>
  /**
   * The names that an account has registered and that still have its address, oldest first.
   * @param address in lower case
   */
  namesOf(address: Hex): Promise<ProfileRecord[]>
  /** Which of these names are registered. */
  taken(names: readonly string[]): Promise<ReadonlySet<string>>
  owner(name: string): Promise<Owned | undefined>
  /** Stores a registration permanently. Returns the reason if it is refused. */
  add(registration: Registration): Promise<'taken' | 'full' | undefined>
  setAttributes(
    change: SignedChange,
    attributes: Record<string, string>,
  ): Promise<'stale' | undefined>
  setAddress(
    change: SignedChange,
    to: { coinType: number; address: Hex },
  ): Promise<'stale' | undefined>
  close(): Promise<void>
}

/**
 * Makes the register. The database is opened in the background, and again after a failure.
 * @param options.open undefined if names are off
 * @param options.onFailure is called at the first of several consecutive failures
 */
export function createRegister({
  zones,
  minLength,
  window,
  open,
  onFailure,
}: {
  zones: readonly string[]
  minLength: number
  window: number
  open: (() => Promise<Database>) | undefined
  onFailure: (error: Error) => void
}): Register {
  const access = open && createAccess(open, onFailure)
  const on = <answer>(
    work: (queries: Queries) => Promise<answer>,
    fallback: answer,
  ): Promise<answer> => (access ? access.run(work) : Promise.resolve(fallback))

  return {
    zones: open ? zones : [],
    minLength,
    window,
    find: (name) => on((queries) => findName(queries, name), undefined),
    namesOf: (address) => on((queries) => findNamesOf(queries, address), []),
    taken: (names) => on((queries) => findTaken(queries, names), new Set<string>()),
    owner: (name) => on((queries) => findOwner(queries, name), undefined),
    add: (registration) =>
      on<'taken' | 'full' | undefined>((queries) => insertName(queries, registration), 'full'),
    setAttributes: (change, attributes) =>
      on<'stale' | undefined>((queries) => updateAttributes(queries, change, attributes), 'stale'),
    setAddress: (change, to) =>
      on<'stale' | undefined>((queries) => upsertAddress(queries, change, to), 'stale'),
    close: async () => access?.close(),
  }
}
