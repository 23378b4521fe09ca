import { randomUUID } from 'node:crypto'
import type { Locale } from '@latchkey/protocol/locale'
import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import type { Queries } from '@latchkey/server/db/database'
import { and, eq, gt } from 'drizzle-orm'
import type { RequestContext } from '../calls/defineEndpoint.ts'
import { attempts, socialAttempts } from '../db/schema.ts'
import { socialLife } from '../limits.ts'
import { browserName } from '../logins/browserName.ts'
import type { Session } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { lockLogin } from '../logins/locks.ts'
import { enter, mailLink, usersOf, type SocialAttempt } from './enter.ts'
import { loginMethodsOf } from './identities.ts'
import { identityRow, openIdentity, subjectOf, type Provider } from './identity.ts'
import { findJoin, notifyJoined } from './joins.ts'

/** The data of a new attempt. `secrets` is stored as sealed JSON. */
type Begun = {
  id?: string
  provider: Provider
  projectId: string | null
  origin: string
  locale: Locale | null
  stateHash: Uint8Array | null
  secrets: object
  expiresAt?: number
}

/**
 * Stores the attempt of this device to log in with a company or with Farcaster. It replaces an
 * earlier attempt of the device.
 * @returns the attempt's id
 */
export async function beginSocial(
  { service, device, userAgent }: RequestContext,
  { id = randomUUID(), provider, projectId, origin, locale, stateHash, secrets, expiresAt }: Begun,
): Promise<string> {
  const now = service.now()
  const attempt = {
    id,
    status: 'begun',
    provider,
    stateHash,
    secrets: service.keyring.seal(JSON.stringify(secrets), identityRow.secrets(id)),
    projectId,
    origin,
    locale,
    browser: browserName(userAgent),
    createdAt: now,
    expiresAt: expiresAt ?? now + socialLife,
    resultHash: null,
    identity: null,
  } as const
  await service
    .queries()
    .insert(socialAttempts)
    .values({ device, ...attempt })
    .onConflictDoUpdate({ target: socialAttempts.device, set: attempt })
  service.metrics.events({ event: `social begun, ${provider}` }).add()
  return id
}

/**
 * Whether a login was begun for the site `origin`, which wants to end it: the frames of several
 * sites may share one device. Always true if the frame does not name its site.
 */
export const isBegunFor = (attempt: { origin: string }, origin: string | undefined): boolean =>
  origin === undefined || attempt.origin === origin

/** This device's attempt; undefined if there is none or it has expired. */
export async function findAttempt(
  tx: Queries,
  device: string,
  now: number,
): Promise<SocialAttempt | undefined> {
  const [found] = await tx
    .select()
    .from(socialAttempts)
    .where(and(eq(socialAttempts.device, device), gt(socialAttempts.expiresAt, now)))
  return found
}

/**
 * Ends an attempt with a proved identity: logs its device in, once. After a lost answer, the same
 * call gets the same answer.
 * @param isRight whether the device may end the attempt
 * @throws Refusal `codeExpired` for an attempt that does not exist, has expired, is not proved or
 *   may not be ended by this device, and if the answer of an ended attempt is no longer valid;
 *   `socialRefused`; a refusal of `enter`
 */
export async function endSocial(
  context: RequestContext,
  isRight: (attempt: SocialAttempt) => boolean,
): Promise<LoginOutcome> {
  const { service, device, session } = context
  const { keyring } = service
  const now = service.now()
  const { attempt, entered } = await service.queries().transaction(async (tx) => {
    await lockProved(tx, service, device, now)
    const [found] = await tx
      .select()
      .from(socialAttempts)
      .where(and(eq(socialAttempts.device, device), gt(socialAttempts.expiresAt, now)))
      .for('update')
    if (!found || !isRight(found)) throw new Refusal('codeExpired')
    if (found.status === 'refused') throw new Refusal('socialRefused')
    if (found.status === 'done')
      return {
        attempt: found,
        entered: { outcome: await outcomeAgain(tx, service, found, session) },
      }
    if (found.status !== 'proved' || !found.identity) throw new Refusal('codeExpired')
    const identity = openIdentity(keyring, found.identity, identityRow.attempt(found.id))
    const done = await enter(tx, service, found, identity)
    await tx
      .update(socialAttempts)
      .set({ status: 'done', identity: null })
      .where(eq(socialAttempts.device, device))
    return { attempt: found, entered: done }
  })
  if (attempt.status === 'done') return entered.outcome
  if (entered.link) mailLink(context, attempt, entered.link)
  notifyJoined(service, entered.joined)
  service.metrics.events({ event: `social right, ${entered.outcome.action}` }).add()
  return entered.outcome
}

/** Locks everything that a login with a proved identity may change. */
async function lockProved(
  tx: Queries,
  { keyring }: Service,
  device: string,
  now: number,
): Promise<void> {
  const proved = await findAttempt(tx, device, now)
  const identity =
    proved?.status === 'proved' && proved.identity
      ? openIdentity(keyring, proved.identity, identityRow.attempt(proved.id))
      : undefined
  const names = identity
    ? [subjectOf(identity), ...(identity.email === null ? [] : [identity.email])]
    : []
  await lockLogin(tx, keyring, {
    device,
    names,
    find: async () => (identity ? usersOf(tx, { keyring }, identity) : []),
  })
}

/**
 * The current outcome of an attempt that has ended before.
 * @throws Refusal `codeExpired` if nothing of the outcome is valid any more
 */
async function outcomeAgain(
  tx: Queries,
  { keyring, now }: Service,
  { device, origin, createdAt }: SocialAttempt,
  session: Session | undefined,
): Promise<LoginOutcome> {
  const join = await findJoin(tx, device, now())
  if (join && !join.isWanted && isBegunFor(join, origin))
    return { action: 'join', ways: await loginMethodsOf(tx, keyring, join.userId) }
  const [link] = await tx
    .select({ status: attempts.status })
    .from(attempts)
    .where(
      and(
        eq(attempts.device, device),
        eq(attempts.origin, origin),
        eq(attempts.status, 'link'),
        gt(attempts.expiresAt, now()),
      ),
    )
  if (link) return { action: 'device' }
  if (session && isBegunFor(session, origin) && session.createdAt >= createdAt)
    return { action: 'connected' }
  throw new Refusal('codeExpired')
}
