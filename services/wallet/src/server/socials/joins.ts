import type { Queries } from '@latchkey/server/db/database'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { joins, users } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { socialLife } from '../limits.ts'
import { storeNotice } from '../mail/storeNotice.ts'
import { findUser, logIn, type Arrival } from '../logins/logIn.ts'
import { rowOf } from '../logins/session.ts'
import type { Notice } from '../mail/createNotices.ts'
import { joinedMail } from '../mail/mails.ts'
import type { Service } from '../service.ts'
import { companyName } from './companies.ts'
import { noteAudit } from '../account/noteAudit.ts'
import { addIdentity, findIdentity, providerOf } from './identities.ts'
import { identityRow, type Identity } from './identity.ts'
import type { PendingLogin } from './pendingLogin.ts'

/** A pending login of a device that may join an account. */
export type Join = typeof joins.$inferSelect

/**
 * A login method was added to an account. `notice`: the owner's mail, if there is an address.
 */
export type Joined = { notice: Notice | undefined }

/**
 * Stores a proved login of a device until the visitor has answered. It replaces an earlier proved
 * login of the device.
 */
export async function putJoin(
  tx: Queries,
  keyring: Keyring,
  {
    device,
    browser,
    origin,
    locale,
    projectId,
    userId,
    pending,
    now,
  }: Pick<Arrival, 'device' | 'browser' | 'origin' | 'locale'> & {
    projectId: string | null
    userId: string
    pending: PendingLogin
    now: number
  },
): Promise<void> {
  const row = {
    userId,
    pending: keyring.seal(JSON.stringify(pending), identityRow.pending(device)),
    isWanted: false,
    projectId,
    origin,
    browser,
    locale,
    expiresAt: now + socialLife,
  }
  await tx
    .insert(joins)
    .values({ device, ...row })
    .onConflictDoUpdate({ target: joins.device, set: row })
}

/** The pending login of a device. */
export async function findJoin(
  tx: Queries,
  device: string,
  now: number,
): Promise<Join | undefined> {
  const [found] = await tx
    .select()
    .from(joins)
    .where(and(eq(joins.device, device), gt(joins.expiresAt, now)))
  return found
}

/**
 * Deletes a pending login: the visitor has closed the question, or another login begins.
 * @returns the deleted login
 */
export async function forgetJoin(tx: Queries, device: string): Promise<Join | undefined> {
  const [forgotten] = await tx.delete(joins).where(eq(joins.device, device)).returning()
  return forgotten
}

/** Decrypts the proved login that may join an account. */
export const pendingOf = (keyring: Keyring, { device, pending }: Join): PendingLogin =>
  // the cast is safe: `putJoin` has written the value
  JSON.parse(keyring.open(pending, identityRow.pending(device)).toString()) as PendingLogin

/**
 * Logs a device in. Its pending login joins the account, if the visitor has chosen to join and this
 * account was offered. Call it in a transaction that has called `lockLogin`.
 * @returns the joined login; call `notifyJoined` after the transaction
 */
export async function openAccount(
  tx: Queries,
  { keyring, notices, options }: Pick<Service, 'keyring' | 'notices' | 'options'>,
  arrival: Arrival,
  userId: string,
  now: number,
): Promise<Joined | undefined> {
  const deviceId = await logIn(tx, keyring, arrival, {
    userId,
    method: (await providerOf(tx, keyring, arrival.identityId)) ?? 'email',
    now,
  })
  const join = await findJoin(tx, arrival.device, now)
  if (!join?.isWanted || join.userId !== userId) return undefined
  await tx.delete(joins).where(eq(joins.device, arrival.device))
  const pending = pendingOf(keyring, join)
  const isJoined =
    'identity' in pending
      ? await joinIdentity(tx, keyring, userId, pending.identity, now)
      : await joinEmail(tx, keyring, userId, pending.email)
  const method = 'identity' in pending ? pending.identity.provider : 'email'
  if (!isJoined) return undefined
  const { browser, origin, locale } = join
  await noteAudit(tx, keyring, {
    kind: 'wayJoined',
    userId,
    deviceId,
    browser,
    origin,
    detail: method,
    at: now,
  })
  const facts = {
    method: 'identity' in pending ? companyName(pending.identity.provider) : null,
    project: undefined,
    origin,
    browser,
    locale,
    at: now,
  }
  return {
    notice: await storeNotice(tx, { notices, keyring }, { userId, email: null }, 'joined', (to) =>
      joinedMail(to, options.operator, facts),
    ),
  }
}

async function joinIdentity(
  tx: Queries,
  keyring: Keyring,
  userId: string,
  identity: Identity,
  now: number,
): Promise<boolean> {
  // the pending login has got a separate account meanwhile
  if (await findIdentity(tx, keyring, identity)) return false
  return (await addIdentity(tx, keyring, { userId, identity, now })) !== undefined
}

async function joinEmail(
  tx: Queries,
  keyring: Keyring,
  userId: string,
  email: string,
): Promise<boolean> {
  if (await findUser(tx, keyring, email)) return false
  const changed = await tx
    .update(users)
    .set({
      emailIndex: keyring.indexesOf(email)[0],
      email: keyring.seal(email, rowOf.email(userId)),
    })
    .where(and(eq(users.id, userId), isNull(users.emailIndex)))
    .returning({ id: users.id })
  return changed.length > 0
}

/** Mails the owner that a login method was added. */
export function notifyJoined(
  { notices, metrics }: Pick<Service, 'notices' | 'metrics'>,
  joined: Joined | undefined,
): void {
  if (!joined) return
  metrics.events({ event: 'way joined' }).add()
  notices.send(joined.notice)
}
