import type { Queries } from '@latchkey/server/db/database'
import {
  checkPrimaryOtp,
  checkSecondaryOtp,
  startEmailChange,
} from '@latchkey/protocol/walletServer'
import { and, eq, inArray, ne, or } from 'drizzle-orm'
import {
  changeRow,
  findFresh,
  makeCode,
  newChange,
  storeChange,
  takeCodeTurn,
  tryChangeCode,
  type Change,
  type ChangeAsked,
} from '../account/changes.ts'
import { noteAudit } from '../account/noteAudit.ts'
import { attempts, changes, users } from '../db/schema.ts'
import { emailCooldown } from '../limits.ts'
import { parseEmail } from '../logins/parseEmail.ts'
import { inAccount } from '../logins/inAccount.ts'
import { rowOf, type Session } from '../logins/session.ts'
import { changedMail, leaveAddressMail, newAddressMail } from '../mail/accountMails.ts'
import type { Notice } from '../mail/createNotices.ts'
import type { Mail } from '../options.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { knowsPhrase } from '../shares/knowsPhrase.ts'
import { addressOf, contactOf } from '../socials/identities.ts'
import { answeringUser } from './answering.ts'

/**
 * What came of a step: a mail with a code, or a notice, to send, or a refusal. It is a value,
 * because a try has to count although it was refused.
 */
type Step = { mail?: Mail; notice?: Notice } | { refusal: Refusal }
/**
 * The address that is wanted, and the one whose owner has to agree and is told; null where nobody
 * knows one, or where it is the wanted one.
 */
type Wanted = { email: string; owner: string | null }

/** Begins to change the address. Nothing here depends on whether the new one has an account. */
export const answerStartEmailChange = answeringUser(startEmailChange, async (asked, params) => {
  const { service, session } = asked
  const email = parseEmail(params.email)
  if (email === session.email) throw new Refusal('emailInvalid')
  let isAsked = true
  await take(asked, async (work, session) => {
    const owner = await ownerOf(work, { service, session }, email)
    isAsked = owner !== null
    return begin(work, { ...asked, session }, { email, owner })
  })
  service.metrics.events({ event: 'email change asked' }).add()
  return { action: isAsked ? 'primary' : 'secondary' } as const
})

async function begin(work: Queries, asked: ChangeAsked, { email, owner }: Wanted): Promise<Step> {
  const { service, session } = asked
  if (!(await knowsPhrase(work, session.deviceId))) return { refusal: new Refusal('notRecovered') }
  const fresh = await findFresh(work, asked, 'email')
  if (fresh && emailOf(service, fresh) === email) return {}
  const change = newChange(asked, 'email')
  const begun = { ...change, email: service.keyring.seal(email, changeRow(change.id)) }
  if (owner === null) {
    await storeChange(work, { ...begun, step: 'secondary' })
    return mailNew(work, asked, begun)
  }
  const refusal = await takeCodeTurn(work, asked, { email: owner, side: 'primary' })
  if (refusal) return { refusal }
  const { code, hash } = makeCode(service, change.id, 'primary')
  await storeChange(work, { ...begun, primaryHash: hash })
  return {
    mail: leaveAddressMail(owner, code, service.options.operator, {
      ...factsOf(service, session),
      newEmail: email,
    }),
  }
}

/**
 * Checks the code of the address of now, and mails one to the new address. The same code mails
 * another after 30 s.
 */
export const answerCheckPrimaryOtp = answeringUser(checkPrimaryOtp, async (asked, { otp }) => {
  const { service, session } = asked
  const owner = (await contactOf(service, session)) ?? ''
  await take(asked, async (work, session) => {
    const tried = await tryChangeCode(
      work,
      { ...asked, session },
      { kind: 'email', side: 'primary', otp, emailOf: () => owner },
    )
    if ('refusal' in tried) return tried
    const { change } = tried
    await work
      .update(changes)
      .set({ primaryTries: change.primaryTries - 1 })
      .where(isOf(change))
    // the answer was lost
    if (
      change.step === 'done' ||
      (change.secondaryAt !== null && change.secondaryAt > service.now() - emailCooldown)
    )
      return {}
    return mailNew(work, asked, change)
  })
  return {}
})

/** Mails a code to the new address of a change. */
async function mailNew(work: Queries, asked: ChangeAsked, change: Change): Promise<Step> {
  const { service, session } = asked
  const email = emailOf(service, change)
  const refusal = await takeCodeTurn(work, asked, { email, side: 'secondary' })
  if (refusal) return { refusal }
  const { code, hash } = makeCode(service, change.id, 'secondary')
  await work
    .update(changes)
    .set({ step: 'secondary', secondaryHash: hash, secondaryTries: 0, secondaryAt: service.now() })
    .where(isOf(change))
  return { mail: newAddressMail(email, code, service.options.operator, factsOf(service, session)) }
}

/**
 * Checks the code of the new address, and changes the address: of any number of accounts that want
 * it the first gets it.
 */
export const answerCheckSecondaryOtp = answeringUser(checkSecondaryOtp, async (asked, { otp }) => {
  const { service, session } = asked
  const [begun] = await service
    .queries()
    .select()
    .from(changes)
    .where(and(eq(changes.deviceId, session.deviceId), eq(changes.kind, 'email')))
  const email = begun ? emailOf(service, begun) : ''
  await take(
    asked,
    async (work, session) => {
      const tried = await tryChangeCode(
        work,
        { ...asked, session },
        { kind: 'email', side: 'secondary', otp, emailOf: (change) => emailOf(service, change) },
      )
      if ('refusal' in tried) return tried
      // another change has begun: its address is not locked
      if (tried.change.id !== begun?.id) return { refusal: new Refusal('codeExpired') }
      if (tried.change.step === 'done') return {}
      if (!(await knowsPhrase(work, session.deviceId)))
        return { refusal: new Refusal('notRecovered') }
      const owner = await ownerOf(work, { service, session }, email)
      // an address that became known since the change began was not asked
      if (owner !== null && tried.change.primaryHash === null)
        return { refusal: new Refusal('codeExpired') }
      return change(work, { service, session }, { begun: tried.change, email, owner })
    },
    [email],
  )
  return { email }
})

async function change(
  work: Queries,
  { service, session }: Pick<ChangeAsked, 'service' | 'session'>,
  { begun, email, owner }: Wanted & { begun: Change },
): Promise<Step> {
  const { keyring, options, metrics, notices } = service
  const { userId, deviceId } = session
  const indexes = keyring.indexesOf(email)
  const taken = await work
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.emailIndex, indexes))
  if (taken.some(({ id }) => id !== userId)) return { refusal: new Refusal('emailTaken') }
  await work
    .update(users)
    .set({ emailIndex: indexes[0], email: keyring.seal(email, rowOf.email(userId)) })
    .where(eq(users.id, userId))
  await work.update(changes).set({ step: 'done' }).where(isOf(begun))
  // the codes and links of others were mailed to the address of before
  await work.delete(changes).where(and(eq(changes.userId, userId), ne(changes.id, begun.id)))
  const isBefore =
    session.email === null
      ? undefined
      : inArray(attempts.emailIndex, keyring.indexesOf(session.email))
  await work.delete(attempts).where(or(eq(attempts.userId, userId), isBefore))
  await noteAudit(work, keyring, {
    kind: 'emailChanged',
    userId,
    deviceId,
    browser: session.browser,
    origin: session.origin,
    at: service.now(),
  })
  metrics.events({ event: 'email changed' }).add()
  if (owner === null) return {}
  return {
    notice: await notices.keep(work, {
      kind: 'changed',
      userId,
      mail: changedMail(owner, options.operator, {
        ...factsOf(service, session),
        newEmail: email,
        isWayIn: session.email !== null,
      }),
    }),
  }
}

/**
 * Does a step of the account, and mails what came of it. @param names addresses that it changes
 * @throws Refusal that came of it
 */
async function take(
  { service, session, client }: ChangeAsked,
  step: (work: Queries, session: Session) => Promise<Step>,
  names: readonly string[] = [],
): Promise<void> {
  const done = await inAccount(service, session, step, names)
  if ('refusal' in done) {
    service.metrics.events({ event: done.refusal.code }).add()
    throw done.refusal
  }
  if (done.mail) service.outbox.post('change', done.mail, { client })
  service.notices.send(done.notice)
}

/**
 * Whose code a change needs first: of the address at which the owner is told of things, also where
 * only companies open the account. The code of the new one is enough where it is the same. In a
 * transaction that has locked the account.
 */
async function ownerOf(
  work: Queries,
  { service: { keyring }, session: { userId } }: Pick<ChangeAsked, 'service' | 'session'>,
  email: string,
): Promise<string | null> {
  const contact = await addressOf(work, keyring, userId)
  return contact === email ? null : contact
}

const isOf = ({ id }: Change) => eq(changes.id, id)
const emailOf = ({ keyring }: Service, { id, email }: Change) =>
  email === null ? '' : keyring.open(email, changeRow(id)).toString()
const factsOf = ({ now }: Service, { origin, browser, locale }: Session) => ({
  origin,
  project: undefined,
  browser,
  at: now(),
  locale,
})
