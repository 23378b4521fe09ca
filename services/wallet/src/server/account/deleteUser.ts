import type { Queries } from '@latchkey/server/db/database'
import { eq, inArray, like, or } from 'drizzle-orm'
import {
  attempts,
  audit,
  changes,
  counters,
  devices,
  grants,
  identities,
  joins,
  notices,
  socialAttempts,
  splits,
  users,
  vaultRequests,
} from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { attemptsOf } from '../logins/attemptsOf.ts'

/**
 * Deletes every row of a user. The counters of an address (`counters`, `mailings`) name no
 * user, and end within a day. Call it in a transaction that has locked the user.
 */
export async function deleteUser(tx: Queries, keyring: Keyring, userId: string): Promise<void> {
  const own = tx.select({ id: devices.id }).from(devices).where(eq(devices.userId, userId))
  await tx.delete(vaultRequests).where(inArray(vaultRequests.deviceId, own))
  await tx.delete(changes).where(or(eq(changes.userId, userId), inArray(changes.deviceId, own)))
  await tx.delete(splits).where(eq(splits.userId, userId))
  await tx.delete(notices).where(eq(notices.userId, userId))
  await tx.delete(audit).where(eq(audit.userId, userId))
  await tx.delete(grants).where(eq(grants.userId, userId))
  await tx.delete(attempts).where(await attemptsOf(tx, keyring, userId))
  const keys = tx.select({ device: devices.device }).from(devices).where(eq(devices.userId, userId))
  await tx.delete(joins).where(or(eq(joins.userId, userId), inArray(joins.device, keys)))
  await tx.delete(socialAttempts).where(inArray(socialAttempts.device, keys))
  await tx.delete(devices).where(eq(devices.userId, userId))
  await tx.delete(identities).where(eq(identities.userId, userId))
  await tx
    .delete(counters)
    .where(
      or(like(counters.name, `wrong proofs % ${userId}`), eq(counters.name, `links ${userId}`)),
    )
  await tx.delete(users).where(eq(users.id, userId))
}
