import { randomUUID } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import type { WalletMethod } from '@latchkey/protocol/walletServer'
import { and, eq, gt, inArray, ne } from 'drizzle-orm'
import { noteAudit } from '../account/noteAudit.ts'
import { attempts, devices, users } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { loginLife } from '../limits.ts'
import { rowOf } from './session.ts'

/** A login that has begun. */
export type Attempt = typeof attempts.$inferSelect
/** A user's row. */
export type User = typeof users.$inferSelect

/** The context for which an attempt's address is sealed. */
export const attemptRow = (id: string) => `attempts ${id} email`

/**
 * The user whose account an address opens. Call it in a transaction that has locked the
 * address.
 */
export async function findUser(
  tx: Queries,
  keyring: Keyring,
  email: string,
): Promise<User | undefined> {
  const [found] = await tx
    .select()
    .from(users)
    .where(inArray(users.emailIndex, keyring.indexesOf(email)))
  return found
}

/**
 * Creates a user. Call it in a transaction that has locked the address.
 * @param email null for a login by a company's account
 */
export async function makeUser(
  tx: Queries,
  keyring: Keyring,
  email: string | null,
  now: number,
): Promise<User> {
  const id = randomUUID()
  const user = {
    id,
    emailIndex: email === null ? null : keyring.indexesOf(email)[0],
    email: email === null ? null : keyring.seal(email, rowOf.email(id)),
    addresses: null,
    createdAt: now,
  }
  await tx.insert(users).values(user)
  return user
}

/**
 * Whether a device needs no link: it has logged in as this user recently, and was not removed by
 * the owner.
 */
export async function isKnownDevice(
  tx: Queries,
  { device, userId, now }: { device: string; userId: string; now: number },
): Promise<boolean> {
  const rows = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.device, device),
        eq(devices.userId, userId),
        ne(devices.status, 'removed'),
        gt(devices.createdAt, now - loginLife.absolute),
      ),
    )
  return rows.length > 0
}

/**
 * The device that logs in, with its login. `identityId`: the company's account, or null for an
 * address.
 */
export type Arrival = Pick<Attempt, 'device' | 'browser' | 'origin' | 'locale' | 'identityId'>

/**
 * Logs a device in, ends its login with any other user, and ends its attempt. Call it in a
 * transaction that has called `lockLogin`.
 * @param options.method for the owner's log
 * @returns the id of the device's row
 */
export async function logIn(
  tx: Queries,
  keyring: Keyring,
  { device, browser, origin, locale, identityId }: Arrival,
  { userId, method, now }: { userId: string; method: WalletMethod; now: number },
): Promise<string> {
  const removed = await tx
    .update(devices)
    .set({ status: 'out' })
    .where(and(eq(devices.device, device), ne(devices.userId, userId), eq(devices.status, 'in')))
    .returning()
  for (const deviceId of removed)
    await noteAudit(tx, keyring, {
      kind: 'signOut',
      userId: deviceId.userId,
      deviceId: deviceId.id,
      browser: deviceId.browser,
      origin: deviceId.origin,
      at: now,
    })
  const login = {
    status: 'in',
    browser,
    origin,
    locale,
    createdAt: now,
    usedAt: now,
    identityId,
  } as const
  const [row] = await tx
    .insert(devices)
    .values({ id: randomUUID(), device, userId, hasRecovered: false, ...login })
    .onConflictDoUpdate({ target: [devices.device, devices.userId], set: login })
    .returning({ id: devices.id })
  if (!row) throw new Error('An insert gives its row')
  await noteAudit(tx, keyring, {
    kind: 'login',
    userId,
    deviceId: row.id,
    browser,
    origin,
    detail: method,
    at: now,
  })
  await tx.delete(attempts).where(eq(attempts.device, device))
  return row.id
}
