import type { Queries } from '@latchkey/server/db/database'
import type { Locale } from '@latchkey/protocol/locale'
import { readAddresses } from '@latchkey/protocol/walletAddresses'
import type { WalletAddresses } from '@latchkey/protocol/walletAddresses'
import { and, eq, gt, type SQL } from 'drizzle-orm'
import { devices, users } from '../db/schema.ts'
import { loginLife, lastUsedInterval } from '../limits.ts'
import type { Service } from '../service.ts'

/** A device that is logged in, and its user. */
export type Session = {
  deviceId: string
  origin: string
  browser: string
  /** The language of mails; null for English. */
  locale: Locale | null
  /** The start of this login. */
  createdAt: number
  userId: string
  /** Null if only companies' accounts open the account. */
  email: string | null
  /** The company's account with which the device logged in. */
  identityId: string | null
  addresses: WalletAddresses | null
}

/** The contexts for which the columns of a user are sealed. */
export const rowOf = {
  email: (userId: string) => `users ${userId} email`,
  addresses: (userId: string) => `users ${userId} addresses`,
}

/** The condition that finds logins that have not ended. @param now milliseconds since 1970 */
export const isLive = (now: number) =>
  and(
    eq(devices.status, 'in'),
    gt(devices.usedAt, now - loginLife.idle),
    gt(devices.createdAt, now - loginLife.absolute),
  )

/** Whether a row that was read is a login that has not ended. */
export const isLogin = (
  { status, usedAt, createdAt }: typeof devices.$inferSelect,
  now: number,
): boolean =>
  status === 'in' && usedAt > now - loginLife.idle && createdAt > now - loginLife.absolute

/**
 * The session of a device key; undefined when the device is not logged in. Records that the device
 * was used.
 */
export async function sessionOf(
  { queries, keyring, now }: Pick<Service, 'queries' | 'keyring' | 'now'>,
  device: string,
): Promise<Session | undefined> {
  const at = now()
  const found = await readSession(queries(), { keyring, now }, eq(devices.device, device))
  if (found && at - found.usedAt >= lastUsedInterval)
    await queries()
      .update(devices)
      .set({ usedAt: at })
      .where(eq(devices.id, found.session.deviceId))
  return found?.session
}

/**
 * Reads the session of a device's row, and when it was last used. @param condition finds the device
 */
export async function readSession(
  tx: Queries,
  { keyring, now }: Pick<Service, 'keyring' | 'now'>,
  condition: SQL,
): Promise<{ session: Session; usedAt: number } | undefined> {
  const [row] = await tx
    .select({
      deviceId: devices.id,
      origin: devices.origin,
      browser: devices.browser,
      locale: devices.locale,
      createdAt: devices.createdAt,
      usedAt: devices.usedAt,
      identityId: devices.identityId,
      userId: users.id,
      email: users.email,
      addresses: users.addresses,
    })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(and(condition, isLive(now())))
  if (!row) return undefined
  const { usedAt, email, addresses, ...session } = row
  return {
    usedAt,
    session: {
      ...session,
      email: email && keyring.open(email, rowOf.email(row.userId)).toString(),
      addresses: addresses
        ? readRecord(keyring.open(addresses, rowOf.addresses(row.userId)).toString())
        : null,
    },
  }
}

/** The addresses of a stored account. @throws Error for a record of a later version */
function readRecord(json: string): WalletAddresses {
  const addresses = readAddresses(JSON.parse(json))
  if (!addresses) throw new Error('A stored account has addresses of a later version')
  return addresses
}
