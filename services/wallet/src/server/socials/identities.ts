import { randomUUID } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import type { WalletMethod } from '@latchkey/protocol/walletServer'
import { asc, count, eq, inArray } from 'drizzle-orm'
import { identities, users } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { identitiesOfUser } from '../limits.ts'
import type { Session } from '../logins/session.ts'
import { rowOf } from '../logins/session.ts'
import type { Service } from '../service.ts'
import { identityRow, openIdentity, subjectOf, type Identity } from './identity.ts'

/** A company's account that opens a user's account here. */
export type StoredIdentity = typeof identities.$inferSelect

/**
 * The stored row of a company's account. Call it in a transaction that has locked the
 * account's name.
 */
export async function findIdentity(
  tx: Queries,
  keyring: Keyring,
  identity: Identity,
): Promise<StoredIdentity | undefined> {
  const [found] = await tx
    .select()
    .from(identities)
    .where(inArray(identities.subjectIndex, keyring.indexesOf(subjectOf(identity))))
  return found
}

/**
 * Adds a company's account to a user, whose account it opens from now on. Call it in a transaction
 * that has called `lockLogin`.
 * @returns its id; undefined if the user has the max number
 */
export async function addIdentity(
  tx: Queries,
  keyring: Keyring,
  { userId, identity, now }: { userId: string; identity: Identity; now: number },
): Promise<string | undefined> {
  const [has] = await tx
    .select({ count: count() })
    .from(identities)
    .where(eq(identities.userId, userId))
  if ((has?.count ?? 0) >= identitiesOfUser) return undefined
  const id = randomUUID()
  await tx.insert(identities).values({
    id,
    userId,
    subjectIndex: keyring.indexesOf(subjectOf(identity))[0],
    ...columnsOf(keyring, id, identity),
    createdAt: now,
  })
  return id
}

/**
 * Stores the company's current facts. Facts that the company does not send any more stay, because
 * Apple sends the name only once.
 */
export async function renewIdentity(
  tx: Queries,
  keyring: Keyring,
  { id, profile }: StoredIdentity,
  identity: Identity,
): Promise<void> {
  const before = openIdentity(keyring, profile, identityRow.profile(id))
  const after = {
    ...before,
    email: identity.email ?? before.email,
    userName: identity.userName ?? before.userName,
  }
  if (after.email !== before.email || after.userName !== before.userName)
    await tx
      .update(identities)
      .set(columnsOf(keyring, id, after))
      .where(eq(identities.id, id))
}

function columnsOf(keyring: Keyring, id: string, identity: Identity) {
  return {
    emailIndex: identity.email === null ? null : keyring.indexesOf(identity.email)[0],
    profile: keyring.seal(JSON.stringify(identity), identityRow.profile(id)),
  }
}

/**
 * The user of the oldest company's account with this verified address. Call it in a transaction
 * that has locked the address.
 */
export async function userIdByVerified(
  tx: Queries,
  keyring: Keyring,
  email: string,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ userId: identities.userId })
    .from(identities)
    .where(inArray(identities.emailIndex, keyring.indexesOf(email)))
    .orderBy(asc(identities.createdAt))
    .limit(1)
  return found?.userId
}

/** A user's companies' accounts, the oldest first. */
async function identitiesOf(tx: Queries, keyring: Keyring, userId: string): Promise<Identity[]> {
  const rows = await tx
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt), asc(identities.id))
  return rows.map(({ id, profile }) => openIdentity(keyring, profile, identityRow.profile(id)))
}

/** All login methods of a user's account. */
export async function loginMethodsOf(
  tx: Queries,
  keyring: Keyring,
  userId: string,
): Promise<WalletMethod[]> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const companies = (await identitiesOf(tx, keyring, userId)).map(({ provider }) => provider)
  return [...(user?.email ? (['email'] as const) : []), ...new Set(companies)]
}

/**
 * The address for a user's notices: the address of the account, otherwise an address that a company
 * has verified; null if there is none.
 */
export async function addressOf(
  tx: Queries,
  keyring: Keyring,
  userId: string,
): Promise<string | null> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (user?.email) return keyring.open(user.email, rowOf.email(userId)).toString()
  return (
    (await identitiesOf(tx, keyring, userId)).find(({ email }) => email !== null)?.email ?? null
  )
}

/** The address for the notices of a session's user; null if there is none. */
export async function contactOf(
  { queries, keyring }: Pick<Service, 'queries' | 'keyring'>,
  { userId, email }: Pick<Session, 'userId' | 'email'>,
): Promise<string | null> {
  return email ?? addressOf(queries(), keyring, userId)
}

/** The owner's name at the company, as a list; empty if there is none. */
export async function namesOf(
  { queries, keyring }: Pick<Service, 'queries' | 'keyring'>,
  identityId: string,
): Promise<string[]> {
  const [row] = await queries().select().from(identities).where(eq(identities.id, identityId))
  const name = row && openIdentity(keyring, row.profile, identityRow.profile(row.id)).userName
  return name ? [name] : []
}

/** The company of a stored account. */
export async function providerOf(
  tx: Queries,
  keyring: Keyring,
  identityId: string | null,
): Promise<Identity['provider'] | undefined> {
  if (identityId === null) return undefined
  const [row] = await tx.select().from(identities).where(eq(identities.id, identityId))
  return row && openIdentity(keyring, row.profile, identityRow.profile(row.id)).provider
}
