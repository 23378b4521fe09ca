import type { Queries } from '@latchkey/server/db/database'
import { eq, inArray, like, or } from 'drizzle-orm'
import {
  attempts,
  audit,
  changes,
  counters,
  devices,
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
 * Deletes every row of a user. What counts for an address (`counters`, `mailings`) names nobody,
 * and ends within a day. In a transaction that has locked the user.
 */
export async function deleteUser(work: Queries, keyring: Keyring, userId: string): Promise<void> {
  const own = work.select({ id: devices.id }).from(devices).where(eq(devices.userId, userId))
  await work.delete(vaultRequests).where(inArray(vaultRequests.deviceId, own))
  await work.delete(changes).where(or(eq(changes.userId, userId), inArray(changes.deviceId, own)))
  await work.delete(splits).where(eq(splits.userId, userId))
  await work.delete(notices).where(eq(notices.userId, userId))
  await work.delete(audit).where(eq(audit.userId, userId))
  await work.delete(attempts).where(await attemptsOf(work, keyring, userId))
  const keys = work
    .select({ device: devices.device })
    .from(devices)
    .where(eq(devices.userId, userId))
  await work.delete(joins).where(or(eq(joins.userId, userId), inArray(joins.device, keys)))
  await work.delete(socialAttempts).where(inArray(socialAttempts.device, keys))
  await work.delete(devices).where(eq(devices.userId, userId))
  await work.delete(identities).where(eq(identities.userId, userId))
  await work
    .delete(counters)
    .where(
      or(like(counters.name, `wrong proofs % ${userId}`), eq(counters.name, `links ${userId}`)),
    )
  await work.delete(users).where(eq(users.id, userId))
}
