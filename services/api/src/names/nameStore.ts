import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { getAddress } from 'viem'
import type { Queries } from '@latchkey/server/db/database'
import type { ProfileRecord } from '@latchkey/protocol/profile'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { addresses, nameOwners, names } from './schema.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'
import { evmNamespace } from '../chains/evm/evmChain.ts'

/**
 * Maximum of names of one account. Only the account itself can register names for it, and no name
 * is ever removed.
 */
export const namesOfOwner = 20

/** The namespace of all stored addresses. Only EVM accounts have names. */
const namespace = evmNamespace

/**
 * A checked registration. Addresses are in lower case. The address is stored for each of
 * `coinTypes`.
 */
export type Registration = {
  name: string
  owner: Hex
  coinType: number
  coinTypes: readonly number[]
  attributes: Record<string, string>
  /**
   * Seconds since 1970. Changes that the account signed at this time or before are refused from now
   * on.
   */
  signedAt: number
  /** The time in the message, if it differs from `signedAt`, in seconds since 1970. */
  messageAt?: number
  /** Milliseconds since 1970. */
  now: number
}
/** A signed change of a name. `signedAt` is in seconds, `now` in milliseconds since 1970. */
export type SignedChange = { name: string; owner: Hex; signedAt: number; now: number }
/** The account that registered a name, and the coin type for which it did. */
export type Owned = { owner: Hex; coinType: number }

/** The record of a name. Source: docs/contracts/api.md#name-records */
export async function findName(queries: Queries, name: string): Promise<ProfileRecord | undefined> {
  const [record] = toRecords(await rowsOf(queries).where(eq(names.name, name)))
  return record
}

/** The record that a registration results in. */
export function recordOf({ name, owner, coinTypes, attributes, now }: Registration): ProfileRecord {
  const entry = { address: getAddress(owner), created_at: toTime(now) }
  return {
    name,
    registered_at: toTime(now),
    updated_at: null,
    attributes,
    addresses: Object.fromEntries(coinTypes.map((coinType) => [String(coinType), entry])),
  }
}

/**
 * The names that an account has registered and that have its address on some network, oldest first.
 */
export async function findNamesOf(queries: Queries, owner: Hex): Promise<ProfileRecord[]> {
  const records = toRecords(
    await rowsOf(queries)
      .where(eq(names.owner, owner))
      .orderBy(asc(names.registeredAt), asc(names.name)),
  )
  return records.filter((record) =>
    Object.values(record.addresses).some(({ address }) => evmKey(address) === owner),
  )
}

/** Which of these names are registered. */
export async function findTaken(
  queries: Queries,
  candidates: readonly string[],
): Promise<Set<string>> {
  const rows = await queries
    .select({ name: names.name })
    .from(names)
    .where(inArray(names.name, [...candidates]))
  return new Set(rows.map(({ name }) => name))
}

/** The account that registered a name; undefined if the name is not registered. */
export async function findOwner(queries: Queries, name: string): Promise<Owned | undefined> {
  const [row] = await queries
    .select({ owner: names.owner, coinType: names.coinType })
    .from(names)
    .where(eq(names.name, name))
  return row
}

/** Is thrown inside a transaction, to roll it back with a reason. */
class Refused extends Error {
  readonly reason: 'taken' | 'full' | 'stale'

  constructor(reason: 'taken' | 'full' | 'stale') {
    super(reason)
    this.reason = reason
  }
}

/**
 * Registers a name with its addresses, in one transaction. The name is always inserted before its
 * account is locked, so that transactions never deadlock.
 * @returns `taken`: the name is already registered; `full`: the account has {@link namesOfOwner}
 *   names
 */
export function insertName(
  queries: Queries,
  {
    name,
    owner,
    coinType,
    coinTypes,
    attributes,
    signedAt,
    messageAt = signedAt,
    now,
  }: Registration,
): Promise<'taken' | 'full' | undefined> {
  return orReason(
    queries.transaction(async (work) => {
      const inserted = await work
        .insert(names)
        .values({ name, owner, coinType, attributes, registeredAt: now, signedAt: messageAt })
        .onConflictDoNothing()
        .returning({ name: names.name })
      if (inserted.length === 0) throw new Refused('taken')
      const counted = await work
        .insert(nameOwners)
        .values({ owner, names: 1, signedAt })
        .onConflictDoUpdate({
          target: nameOwners.owner,
          set: {
            names: sql`${nameOwners.names} + 1`,
            signedAt: sql`greatest(${nameOwners.signedAt}, excluded.signed_at)`,
          },
          setWhere: lt(nameOwners.names, namesOfOwner),
        })
        .returning({ owner: nameOwners.owner })
      if (counted.length === 0) throw new Refused('full')
      await work.insert(addresses).values(
        coinTypes.map((each) => ({
          name,
          namespace,
          coinType: each,
          address: owner,
          createdAt: now,
        })),
      )
    }),
  )
}

/**
 * Replaces the attributes of a name.
 * @returns `stale`: as for {@link touchName}
 */
export function updateAttributes(
  queries: Queries,
  change: SignedChange,
  attributes: Record<string, string>,
): Promise<'stale' | undefined> {
  return orReason(queries.transaction((work) => touchName(work, change, { attributes })))
}

/**
 * Sets the address of a name for a coin type.
 * @returns `stale`: as for {@link touchName}
 */
export function upsertAddress(
  queries: Queries,
  change: SignedChange,
  { coinType, address }: { coinType: number; address: Hex },
): Promise<'stale' | undefined> {
  return orReason(
    queries.transaction(async (work) => {
      await touchName(work, change, {})
      await work
        .insert(addresses)
        .values({ name: change.name, namespace, coinType, address, createdAt: change.now })
        .onConflictDoUpdate({
          target: [addresses.name, addresses.namespace, addresses.coinType],
          set: { address, createdAt: change.now },
        })
    }),
  )
}

/**
 * Stores the time of a change. It counts for all names of the account, because a change does not
 * always name its name, and could otherwise be repeated for another name. The message of the
 * registration has the form of a change, too. It is always refused as a change, even if its time
 * was far ahead.
 * @throws Refused `stale` if the account has already signed a change at this time or later, or if
 *   the message is that of the registration
 */
async function touchName(
  work: Queries,
  { name, owner, signedAt, now }: SignedChange,
  changes: { attributes?: Record<string, string> },
): Promise<void> {
  const moved = await work
    .update(nameOwners)
    .set({ signedAt })
    .where(and(eq(nameOwners.owner, owner), lt(nameOwners.signedAt, signedAt)))
    .returning({ owner: nameOwners.owner })
  if (moved.length === 0) throw new Refused('stale')
  const [changed] = await work
    .update(names)
    .set({ ...changes, updatedAt: now })
    .where(and(eq(names.name, name), eq(names.owner, owner)))
    .returning({ signedAt: names.signedAt })
  if (changed?.signedAt === signedAt) throw new Refused('stale')
}

async function orReason<reason extends 'taken' | 'full' | 'stale'>(
  work: Promise<void>,
): Promise<reason | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    // each transaction throws only the reasons of its own type
    if (error instanceof Refused) return error.reason as reason
    throw error
  }
}

type Row = { name: typeof names.$inferSelect; address: typeof addresses.$inferSelect | null }

const rowsOf = (queries: Queries) =>
  queries
    .select({ name: names, address: addresses })
    .from(names)
    .leftJoin(addresses, eq(addresses.name, names.name))
    .$dynamic()

function toRecords(rows: readonly Row[]): ProfileRecord[] {
  const records = new Map<string, ProfileRecord>()
  for (const {
    name: { name, registeredAt, updatedAt, attributes },
    address,
  } of rows) {
    const record = records.get(name) ?? {
      name,
      registered_at: toTime(registeredAt),
      updated_at: updatedAt === null ? null : toTime(updatedAt),
      attributes,
      addresses: {},
    }
    if (address)
      record.addresses[String(address.coinType)] = {
        address: getAddress(address.address),
        created_at: toTime(address.createdAt),
      }
    records.set(name, record)
  }
  return [...records.values()]
}

const toTime = (milliseconds: number) => new Date(milliseconds).toISOString()
