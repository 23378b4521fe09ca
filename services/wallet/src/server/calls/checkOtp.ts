import { randomBytes } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import { checkOtp, codeLife, codeTries, type LoginOutcome } from '@latchkey/protocol/walletServer'
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { takePlaces } from '../db/counters.ts'
import { attempts } from '../db/schema.ts'
import { hashOf } from '../keys/createKeyring.ts'
import { emailCooldown } from '../limits.ts'
import { allowancesOf } from '../logins/addressAllowances.ts'
import { lockLogin } from '../logins/locks.ts'
import {
  attemptRow,
  findUser,
  isKnownDevice,
  makeUser,
  type Attempt,
  type User,
} from '../logins/logIn.ts'
import { sessionOf, type Session } from '../logins/session.ts'
import { projectName } from '../logins/siteOf.ts'
import { deviceMail } from '../mail/mails.ts'
import { Refusal, waitRefusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { isBegunFor } from '../socials/attempts.ts'
import { userIdByVerified, loginMethodsOf } from '../socials/identities.ts'
import { findJoin, openAccount, putJoin, notifyJoined, type Joined } from '../socials/joins.ts'
import { defineEndpoint, type RequestContext } from './defineEndpoint.ts'
import { describeUser } from './session.ts'

/**
 * The outcome of a code. A refusal is a value, because a wrong try has to count, and throwing would
 * roll the transaction back.
 */
type Outcome =
  | {
      outcome: LoginOutcome
      link?: { attempt: Attempt; token: string }
      joined?: Joined | undefined
    }
  | { refusal: Refusal }

/**
 * Checks the code of this device's attempt. Every try is counted in the database before the
 * code is compared, so of any number of concurrent guesses at most five are compared.
 */
export const answerCheckOtp = defineEndpoint(checkOtp, async (context, { otp, origin }) => {
  const { service } = context
  const tried = await service.queries().transaction((tx) => tryCode(tx, context, { otp, origin }))
  const done =
    'refusal' in tried
      ? tried
      : await service
          .queries()
          .transaction((tx) => enter(tx, context, { tried: tried.attempt, origin }))
  if ('refusal' in done) {
    service.metrics.events({ event: done.refusal.code }).add()
    throw done.refusal
  }
  if (done.link) mailLink(context, done.link)
  notifyJoined(service, done.joined)
  service.metrics.events({ event: `code right, ${done.outcome.action}` }).add()
  if (done.outcome.action !== 'connected') return done.outcome
  // The answer contains the user, because the device would request it next.
  const session = await sessionOf(service, context.device)
  return {
    action: 'connected',
    ...(session && { user: await describeUser(service, session) }),
  } as const
})

/**
 * Counts the try and compares the code. Guesses of strangers do not lock the account.
 * @returns the attempt whose code is right; undefined where no try remains
 */
async function tryCode(
  tx: Queries,
  { service, device, client }: RequestContext,
  { otp, origin }: { otp: string; origin: string | undefined },
): Promise<{ attempt: Attempt | undefined } | { refusal: Refusal }> {
  const { keyring } = service
  const now = service.now()
  // An attempt whose link was mailed stays open, too: after a lost answer, the device may send the
  // code again.
  const isOpen = and(
    eq(attempts.device, device),
    origin === undefined ? undefined : eq(attempts.origin, origin),
    ne(attempts.status, 'refused'),
    gt(attempts.expiresAt, now),
    gt(attempts.createdAt, now - codeLife),
    lt(attempts.tries, codeTries),
  )
  const [attempt] = await tx
    .update(attempts)
    .set({ tries: sql`${attempts.tries} + 1` })
    .where(isOpen)
    .returning()
  if (!attempt) return { attempt: undefined }
  const { allowances } = await allowancesOf(tx, service, 'wrong codes', {
    email: emailOf(service, attempt),
    device,
    client,
  })
  const place = await takePlaces(tx, allowances, now)
  if (!place.isTaken) return { refusal: waitRefusal('tooManyRequests', place.wait) }
  const remaining = codeTries - attempt.tries
  if (!keyring.isCode(attempt.codeHash, attempt.id, otp))
    return {
      refusal:
        remaining > 0 ? new Refusal('codeWrong', { left: remaining }) : new Refusal('codeSpent'),
    }
  await place.release()
  return { attempt }
}

/**
 * Logs in after a right code. Since the comparison, a concurrent repetition of the call or the
 * owner's refusal may have ended the attempt.
 */
async function enter(
  tx: Queries,
  { service, device, session }: RequestContext,
  { tried, origin }: { tried: Attempt | undefined; origin: string | undefined },
): Promise<Outcome> {
  const { keyring } = service
  const now = service.now()
  const again = () =>
    withoutAttempt(tx, service, {
      device,
      origin,
      now,
      session: isOf(session, origin) ? session : undefined,
    })
  if (!tried) return again()
  const email = emailOf(service, tried)
  await lockLogin(tx, keyring, {
    device,
    names: [email],
    find: async () => [
      (await findUser(tx, keyring, email))?.id,
      await userIdByVerified(tx, keyring, email),
    ],
  })
  const [attempt] = await tx
    .select()
    .from(attempts)
    .where(
      and(eq(attempts.device, device), eq(attempts.id, tried.id), ne(attempts.status, 'refused')),
    )
    .for('update')
  if (!attempt) return again()

  const isLinkFresh =
    attempt.status === 'link' && attempt.expiresAt - codeLife > now - emailCooldown
  if (isLinkFresh) return { outcome: { action: 'device' } }
  const found = await findUser(tx, keyring, email)
  const owner = found ? undefined : await joinableBy(tx, service, email)
  if (owner !== undefined) {
    await putJoin(tx, keyring, { ...attempt, userId: owner, pending: { email }, now })
    await tx.delete(attempts).where(eq(attempts.device, device))
    return { outcome: { action: 'join', ways: await loginMethodsOf(tx, keyring, owner) } }
  }
  const user = found ?? (await makeUser(tx, keyring, email, now))
  if (await needsLink(tx, { user, device, now })) {
    const token = randomBytes(32).toString('base64url')
    await tx
      .update(attempts)
      .set({ status: 'link', linkHash: hashOf(token), expiresAt: now + codeLife, userId: user.id })
      .where(eq(attempts.device, device))
    return { outcome: { action: 'device' }, link: { attempt, token } }
  }
  return {
    outcome: { action: 'connected' },
    joined: await openAccount(tx, service, attempt, user.id, now),
  }
}

const emailOf = ({ keyring }: Pick<Service, 'keyring'>, { id, email }: Attempt) =>
  keyring.open(email, attemptRow(id)).toString()

const needsLink = async (
  tx: Queries,
  { user, device, now }: { user: User; device: string; now: number },
) => user.addresses !== null && !(await isKnownDevice(tx, { device, userId: user.id, now }))

/**
 * The user whose account an address may join: a company has verified the address for the user, and
 * the account has no address of its own.
 */
async function joinableBy(
  tx: Queries,
  { keyring }: Service,
  email: string,
): Promise<string | undefined> {
  const owner = await userIdByVerified(tx, keyring, email)
  return owner !== undefined && !(await loginMethodsOf(tx, keyring, owner)).includes('email')
    ? owner
    : undefined
}

/** Whether a login belongs to the site that the frame names; true if the frame names no site. */
const isOf = (session: Session | undefined, origin: string | undefined) =>
  origin === undefined || session?.origin === origin

/**
 * The outcome when no try remains. If the first answer was lost, the same call gets the same
 * answer. A login counts as the result of such a call while it is younger than a code's life.
 */
async function withoutAttempt(
  tx: Queries,
  { keyring }: Service,
  {
    device,
    origin,
    now,
    session,
  }: { device: string; origin: string | undefined; now: number; session: Session | undefined },
): Promise<Outcome> {
  const [attempt] = await tx.select().from(attempts).where(eq(attempts.device, device))
  if (!attempt) {
    const join = await findJoin(tx, device, now)
    if (join && !join.isWanted && isBegunFor(join, origin))
      return { outcome: { action: 'join', ways: await loginMethodsOf(tx, keyring, join.userId) } }
    return session && session.createdAt > now - codeLife
      ? { outcome: { action: 'connected' } }
      : { refusal: new Refusal('codeExpired') }
  }
  if (!isBegunFor(attempt, origin) || attempt.expiresAt <= now || attempt.status === 'refused')
    return { refusal: new Refusal('codeExpired') }
  return attempt.status === 'link'
    ? { outcome: { action: 'device' } }
    : { refusal: new Refusal('codeSpent') }
}

function mailLink(
  { service: { options, keyring, outbox }, own, client, place }: RequestContext,
  { attempt, token }: { attempt: Attempt; token: string },
): void {
  const { id, origin, projectId, browser, locale, createdAt } = attempt
  const email = keyring.open(attempt.email, attemptRow(id)).toString()
  outbox.post(
    'device',
    deviceMail(email, `${own}/approve?token=${token}`, options.operator, {
      origin,
      project: projectName(options, projectId),
      browser,
      place,
      at: createdAt,
      locale,
    }),
    { client },
  )
}
