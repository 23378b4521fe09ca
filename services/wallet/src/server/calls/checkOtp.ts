import { randomBytes } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import { checkOtp, codeLife, codeTries } from '@latchkey/protocol/walletServer'
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { takePlace } from '../db/counters.ts'
import { attempts } from '../db/schema.ts'
import { hashOf } from '../keys/createKeyring.ts'
import { day, emailCooldown } from '../limits.ts'
import { attemptRow, isKnownDevice, logIn, userOf, type Attempt } from '../logins/logIn.ts'
import type { Session } from '../logins/session.ts'
import { projectName } from '../logins/siteOf.ts'
import { deviceMail } from '../mail/mails.ts'
import { Refusal, waitRefusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { answering, type Asked } from './answering.ts'
import { allowanceName } from './startEmail.ts'

/** What comes of a code. A refusal is a value, because a try has to count although it was wrong. */
type Outcome = { action: 'connected' } | { action: 'device'; link?: { attempt: Attempt; token: string } } | { refusal: Refusal }

/** Checks the code of this device's attempt. Every try counts in the database before the code is compared, so that of any number of guesses at once five are compared. */
export const answerCheckOtp = answering(checkOtp, async (asked, { otp }) => {
  const { service } = asked
  const outcome = await service.queries().transaction((work) => tryCode(work, asked, otp))
  if ('refusal' in outcome) {
    service.metrics.events({ event: outcome.refusal.code }).add()
    throw outcome.refusal
  }
  if (outcome.action === 'device' && outcome.link) mailLink(service, asked.own, outcome.link)
  service.metrics.events({ event: `code right, ${outcome.action}` }).add()
  return { action: outcome.action }
})

async function tryCode(work: Queries, { service, device, session }: Asked, otp: string): Promise<Outcome> {
  const { keyring, options } = service
  const now = service.now()
  // a code that was right is good for its link again, in its own time and tries
  const isOpen = and(eq(attempts.device, device), ne(attempts.status, 'refused'), gt(attempts.expiresAt, now), gt(attempts.createdAt, now - codeLife), lt(attempts.tries, codeTries))
  const [attempt] = await work.update(attempts).set({ tries: sql`${attempts.tries} + 1` }).where(isOpen).returning()
  if (!attempt) return withoutAttempt(work, device, now, session)

  const email = keyring.open(attempt.email, attemptRow(attempt.id)).toString()
  const name = await allowanceName(work, 'wrong codes', { indexes: keyring.indexesOf(email), device })
  const place = await takePlace(work, { name, most: options.limits.wrongCodes, milliseconds: day }, now)
  if (!place.isTaken) return { refusal: waitRefusal('tooManyRequests', place.wait) }
  const left = codeTries - attempt.tries
  if (!keyring.isCode(attempt.codeHash, attempt.id, otp)) return { refusal: left > 0 ? new Refusal('codeWrong', { left }) : new Refusal('codeSpent') }
  await place.giveBack()

  const isLinkFresh = attempt.status === 'link' && attempt.expiresAt - codeLife > now - emailCooldown
  if (isLinkFresh) return { action: 'device' }
  const user = await userOf(work, keyring, email, now)
  if (user.addresses !== null && !(await isKnownDevice(work, { device, userId: user.id, now }))) {
    const token = randomBytes(32).toString('base64url')
    await work.update(attempts).set({ status: 'link', linkHash: hashOf(token), expiresAt: now + codeLife }).where(eq(attempts.device, device))
    return { action: 'device', link: { attempt, token } }
  }
  await logIn(work, keyring, attempt, { userId: user.id, way: 'email', now })
  return { action: 'connected' }
}

/** The outcome where no try is left to count. After an answer that was lost, the same call gets the same answer: then the login is not older than its code. */
async function withoutAttempt(work: Queries, device: string, now: number, session: Session | undefined): Promise<Outcome> {
  const [attempt] = await work.select().from(attempts).where(eq(attempts.device, device))
  if (!attempt) return session && session.createdAt > now - codeLife ? { action: 'connected' } : { refusal: new Refusal('codeExpired') }
  if (attempt.expiresAt <= now || attempt.status === 'refused') return { refusal: new Refusal('codeExpired') }
  return attempt.status === 'link' ? { action: 'device' } : { refusal: new Refusal('codeSpent') }
}

function mailLink({ options, keyring, outbox }: Service, own: string, { attempt, token }: { attempt: Attempt; token: string }): void {
  const { id, origin, projectId, browser, createdAt } = attempt
  const email = keyring.open(attempt.email, attemptRow(id)).toString()
  outbox.post('device', deviceMail(email, `${own}/approve?token=${token}`, options.operator, { origin, project: projectName(options, projectId), browser, at: createdAt }))
}
