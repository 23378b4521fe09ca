import { randomBytes } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import { codeLife, codeTries, type LoginOutcome } from '@latchkey/protocol/walletServer'
import { eq } from 'drizzle-orm'
import type { RequestContext } from '../calls/defineEndpoint.ts'
import { takePlace } from '../db/counters.ts'
import { attempts, users, type socialAttempts } from '../db/schema.ts'
import { hashOf } from '../keys/createKeyring.ts'
import { day } from '../limits.ts'
import { attemptRow, findUser, isKnownDevice, makeUser } from '../logins/logIn.ts'
import { projectName } from '../logins/siteOf.ts'
import { deviceMail } from '../mail/mails.ts'
import { Refusal, waitRefusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { companyName } from './companies.ts'
import {
  addIdentity,
  addressOf,
  findIdentity,
  renewIdentity,
  userIdByVerified,
  loginMethodsOf,
  type StoredIdentity,
} from './identities.ts'
import type { Identity } from './identity.ts'
import { openAccount, putJoin, type Joined } from './joins.ts'
import { needsEmail } from './socialOptions.ts'

/** A begun login at a company. */
export type SocialAttempt = typeof socialAttempts.$inferSelect

/** The outcome of a proved identity, and the mail to send after the transaction. */
export type Entered = {
  outcome: LoginOutcome
  link?: { to: string; token: string }
  joined?: Joined | undefined
}

/**
 * Logs a device in by a company's account. Call it in a transaction that has called
 * `lockLogin`.
 * @throws Refusal `methodNotOffered` for a new account that could not be recovered;
 *   `tooManyRequests` when too many links were mailed to the owner
 */
export async function enter(
  tx: Queries,
  service: Service,
  attempt: SocialAttempt,
  identity: Identity,
): Promise<Entered> {
  const { keyring, options, now } = service
  const known = await findIdentity(tx, keyring, identity)
  if (known) return enterKnown(tx, service, attempt, { known, identity })

  const owner = identity.email === null ? undefined : await ownerOf(tx, service, identity.email)
  if (owner !== undefined) {
    await putJoin(tx, keyring, { ...attempt, userId: owner, pending: { identity }, now: now() })
    return { outcome: { action: 'join', ways: await loginMethodsOf(tx, keyring, owner) } }
  }
  if (identity.email === null && needsEmail(options)) throw new Refusal('methodNotOffered')
  return {
    outcome: { action: 'connected' },
    joined: await enterNew(tx, service, attempt, identity),
  }
}

/**
 * Logs a device in with a new account, which the company's account opens from now on. Call it in a
 * transaction that has called `lockLogin`.
 */
export async function enterNew(
  tx: Queries,
  service: Service,
  arrival: Pick<SocialAttempt, 'device' | 'browser' | 'origin' | 'locale'>,
  identity: Identity,
): Promise<Joined | undefined> {
  const { keyring } = service
  const at = service.now()
  const user = await makeUser(tx, keyring, null, at)
  const identityId =
    (await addIdentity(tx, keyring, { userId: user.id, identity, now: at })) ?? null
  return openAccount(tx, service, { ...arrival, identityId }, user.id, at)
}

/**
 * The users whose accounts a company's account opens, or may join. Call it in a transaction that
 * has locked the names of the company's account.
 */
export async function usersOf(
  tx: Queries,
  service: Pick<Service, 'keyring'>,
  identity: Identity,
): Promise<(string | undefined)[]> {
  const known = await findIdentity(tx, service.keyring, identity)
  return [
    known?.userId,
    identity.email === null ? undefined : await ownerOf(tx, service, identity.email),
  ]
}

/** The user whose account an address opens, or for whom a company has verified the address. */
async function ownerOf(
  tx: Queries,
  { keyring }: Pick<Service, 'keyring'>,
  email: string,
): Promise<string | undefined> {
  return (await findUser(tx, keyring, email))?.id ?? userIdByVerified(tx, keyring, email)
}

async function enterKnown(
  tx: Queries,
  service: Service,
  attempt: SocialAttempt,
  { known, identity }: { known: StoredIdentity; identity: Identity },
): Promise<Entered> {
  const { keyring, options } = service
  const now = service.now()
  const { device, origin, browser, locale, projectId, createdAt } = attempt
  const { userId, id: identityId } = known
  const [user] = await tx
    .select({ addresses: users.addresses })
    .from(users)
    .where(eq(users.id, userId))
  // The link goes to the stored address, because the holder of the company's account could have
  // changed the address at the company.
  const address = user?.addresses ? await addressOf(tx, keyring, userId) : null
  if (address !== null && !(await isKnownDevice(tx, { device, userId, now }))) {
    const place = await takePlace(
      tx,
      { name: `links ${userId}`, max: options.limits.codes, milliseconds: day },
      now,
    )
    if (!place.isTaken) throw waitRefusal('tooManyRequests', place.wait)
    const token = randomBytes(32).toString('base64url')
    const link = {
      id: attempt.id,
      status: 'link',
      emailIndex: keyring.indexesOf(address)[0],
      email: keyring.seal(address, attemptRow(attempt.id)),
      codeHash: randomBytes(32),
      tries: codeTries,
      projectId,
      origin,
      browser,
      locale,
      createdAt,
      expiresAt: now + codeLife,
      linkHash: hashOf(token),
      userId,
      identityId,
    } as const
    await tx
      .insert(attempts)
      .values({ device, ...link })
      .onConflictDoUpdate({ target: attempts.device, set: link })
    return { outcome: { action: 'device' }, link: { to: address, token } }
  }
  await renewIdentity(tx, keyring, known, identity)
  return {
    outcome: { action: 'connected' },
    joined: await openAccount(
      tx,
      service,
      { device, browser, origin, locale, identityId },
      userId,
      now,
    ),
  }
}

/** Mails the link for a device that is new to the account. */
export function mailLink(
  {
    service: { options, outbox },
    own,
    client,
    place,
  }: Pick<RequestContext, 'service' | 'own' | 'client' | 'place'>,
  { origin, projectId, browser, locale, createdAt, provider }: SocialAttempt,
  { to, token }: { to: string; token: string },
): void {
  outbox.post(
    'device',
    deviceMail(to, `${own}/approve?token=${token}`, options.operator, {
      origin,
      project: projectName(options, projectId),
      browser,
      place,
      at: createdAt,
      locale,
      company: companyName(provider),
    }),
    { client },
  )
}
