import { randomUUID } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import type { WalletWay } from '@latchkey/protocol/walletServer'
import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { noteAudit } from '../account/noteAudit.ts'
import { attempts, devices, users } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { loginLife } from '../limits.ts'
import { rowOf } from './session.ts'

/** A login that has begun. */
export type Attempt = typeof attempts.$inferSelect
/** A user's row. */
export type User = typeof users.$inferSelect

/** Where an attempt's address is sealed. */
export const attemptRow = (id: string) => `attempts ${id} email`

/** The user of an address; makes one where there is none. In a transaction. */
export async function userOf(work: Queries, keyring: Keyring, email: string, now: number): Promise<User> {
  const indexes = keyring.indexesOf(email)
  // while keys change, two processes may write an address under different indexes
  await work.execute(sql`select pg_advisory_xact_lock(${String(keyring.lockOf(email))}::bigint)`)
  const [found] = await work.select().from(users).where(inArray(users.emailIndex, indexes))
  if (found) return found
  const id = randomUUID()
  const user = { id, emailIndex: indexes[0], email: keyring.seal(email, rowOf.email(id)), addresses: null, createdAt: now }
  await work.insert(users).values(user)
  return user
}

/** Whether a device needs no link: it has logged in with a user not too long ago, and was not removed by the owner. */
export async function isKnownDevice(work: Queries, { device, userId, now }: { device: string; userId: string; now: number }): Promise<boolean> {
  const rows = await work.select({ id: devices.id }).from(devices).where(and(eq(devices.device, device), eq(devices.userId, userId), ne(devices.status, 'removed'), gt(devices.createdAt, now - loginLife.absolute)))
  return rows.length > 0
}

/** Logs the device of an attempt in, ends its login with any other user, and ends the attempt. In a transaction that has locked the attempt. */
export async function logIn(work: Queries, keyring: Keyring, attempt: Attempt, { userId, way, now }: { userId: string; way: WalletWay; now: number }): Promise<void> {
  const { device, browser, origin } = attempt
  await work.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share') // in the order in which removing a device locks
  await work.update(devices).set({ status: 'out' }).where(and(eq(devices.device, device), eq(devices.status, 'in')))
  const login = { status: 'in', browser, origin, createdAt: now, usedAt: now } as const
  const [row] = await work.insert(devices).values({ id: randomUUID(), device, userId, hasRecovered: false, ...login }).onConflictDoUpdate({ target: [devices.device, devices.userId], set: login }).returning({ id: devices.id })
  if (row) await noteAudit(work, keyring, { kind: 'login', userId, deviceId: row.id, browser, origin, detail: way, at: now })
  await work.delete(attempts).where(eq(attempts.device, device))
}
