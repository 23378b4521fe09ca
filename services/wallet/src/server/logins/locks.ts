import type { Queries } from '@latchkey/server/db/database'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { devices, joins, users } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { identityRow } from '../socials/identity.ts'
import { nameOfPending, type PendingLogin } from '../socials/pendingLogin.ts'

/**
 * The order in which every transaction takes its locks, so that there is no deadlock:
 * 1. the device key of a login
 * 2. names, which are addresses and companies' accounts
 * 3. rows of users
 * 4. all other rows
 *
 * The lock of a user's row is the lock of the account: of its devices, splits, vault requests and
 * changes.
 */

/**
 * Locks names for a change: addresses, or companies' accounts (`subjectOf`). Call it in a
 * transaction, before it locks a user.
 */
export async function lockNames(
  tx: Queries,
  keyring: Pick<Keyring, 'lockOf'>,
  names: readonly string[],
): Promise<void> {
  // `lockOf` is used, because during a key rotation two processes may write an address under
  // different indexes.
  const ids = [...new Set(names.map((name) => keyring.lockOf(name)))].sort((a, b) =>
    a < b ? -1 : 1,
  )
  for (const id of ids) await tx.execute(sql`select pg_advisory_xact_lock(${String(id)}::bigint)`)
}

/** Locks users' accounts. Call it once in a transaction, before it locks any other row. */
export async function lockUsers(tx: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, [...new Set(ids)]))
      .orderBy(users.id)
      .for('update')
}

/**
 * Locks everything that a login of a device may change: its key, the names, the pending login
 * that may join an account, and the accounts. Call it first in a transaction.
 * @param login.names the names of the login
 * @param login.find finds the users whose accounts it opens or may join, once the names are
 *   locked
 */
export async function lockLogin(
  tx: Queries,
  keyring: Keyring,
  {
    device,
    names = [],
    find = async () => [],
  }: { device: string; names?: readonly string[]; find?: () => Promise<(string | undefined)[]> },
): Promise<void> {
  // No address contains a space, and no company has the name `device`, so this name equals no other
  // name.
  await lockNames(tx, keyring, [`device ${device}`])
  const [join] = await tx.select().from(joins).where(eq(joins.device, device))
  const pending =
    join &&
    // the cast is safe: `putJoin` has written the value
    (JSON.parse(keyring.open(join.pending, identityRow.pending(device)).toString()) as PendingLogin)
  await lockNames(tx, keyring, [...names, ...(pending ? [nameOfPending(pending)] : [])])
  const removed = await tx
    .select({ userId: devices.userId })
    .from(devices)
    .where(and(eq(devices.device, device), eq(devices.status, 'in')))
  const found = await find()
  await lockUsers(tx, [
    ...removed.map(({ userId }) => userId),
    ...found.filter((id) => id !== undefined),
    ...(join ? [join.userId] : []),
  ])
}
