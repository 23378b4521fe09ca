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
  type ChangeContext,
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
import { defineUserEndpoint } from './defineEndpoint.ts'

/**
 * The outcome of a step: a mail with a code, a notice to send, or a refusal. A refusal is a value,
 * because a wrong try has to count, and throwing would roll the transaction back.
 */
type Step = { mail?: Mail; notice?: Notice } | { refusal: Refusal }
/**
 * The new address, and the address whose owner has to agree and gets a notice. `owner` is null if
 * no such address is known, or if it is the new address itself.
 */
type ChangeRequest = { email: string; owner: string | null }

/**
 * Begins to change the address. Nothing here depends on whether the new address has an account, so
 * the answer does not reveal that.
 */
export const answerStartEmailChange = defineUserEndpoint(
  startEmailChange,
  async (context, params) => {
    const { service, session } = context
    const email = parseEmail(params.email)
    if (email === session.email) throw new Refusal('emailInvalid')
    let isRequested = true
    await take(context, async (tx, session) => {
      const owner = await ownerOf(tx, { service, session }, email)
      isRequested = owner !== null
      return begin(tx, { ...context, session }, { email, owner })
    })
    service.metrics.events({ event: 'email change asked' }).add()
    return { action: isRequested ? 'primary' : 'secondary' } as const
  },
)

async function begin(
  tx: Queries,
  context: ChangeContext,
  { email, owner }: ChangeRequest,
): Promise<Step> {
  const { service, session } = context
  if (!(await knowsPhrase(tx, session.deviceId))) return { refusal: new Refusal('notRecovered') }
  const fresh = await findFresh(tx, context, 'email')
  if (fresh && emailOf(service, fresh) === email) return {}
  const change = newChange(context, 'email')
  const begun = { ...change, email: service.keyring.seal(email, changeRow(change.id)) }
  if (owner === null) {
    await storeChange(tx, { ...begun, step: 'secondary' })
    return mailNew(tx, context, begun)
  }
  const refusal = await takeCodeTurn(tx, context, { email: owner, side: 'primary' })
  if (refusal) return { refusal }
  const { code, hash } = makeCode(service, change.id, 'primary')
  await storeChange(tx, { ...begun, primaryHash: hash })
  return {
    mail: leaveAddressMail(owner, code, service.options.operator, {
      ...factsOf(service, session),
      newEmail: email,
    }),
  }
}

/**
 * Checks the code of the current address, and mails a code to the new address. After 30 s, a
 * repeated call with the same code mails another one.
 */
export const answerCheckPrimaryOtp = defineUserEndpoint(
  checkPrimaryOtp,
  async (context, { otp }) => {
    const { service, session } = context
    const owner = (await contactOf(service, session)) ?? ''
    await take(context, async (tx, session) => {
      const tried = await tryChangeCode(
        tx,
        { ...context, session },
        { kind: 'email', side: 'primary', otp, emailOf: () => owner },
      )
      if ('refusal' in tried) return tried
      const { change } = tried
      await tx
        .update(changes)
        .set({ primaryTries: change.primaryTries - 1 })
        .where(isOf(change))
      // the answer to the first call was lost
      if (
        change.step === 'done' ||
        (change.secondaryAt !== null && change.secondaryAt > service.now() - emailCooldown)
      )
        return {}
      return mailNew(tx, context, change)
    })
    return {}
  },
)

/** Mails a code to the new address of a change. */
async function mailNew(tx: Queries, context: ChangeContext, change: Change): Promise<Step> {
  const { service, session } = context
  const email = emailOf(service, change)
  const refusal = await takeCodeTurn(tx, context, { email, side: 'secondary' })
  if (refusal) return { refusal }
  const { code, hash } = makeCode(service, change.id, 'secondary')
  await tx
    .update(changes)
    .set({ step: 'secondary', secondaryHash: hash, secondaryTries: 0, secondaryAt: service.now() })
    .where(isOf(change))
  return { mail: newAddressMail(email, code, service.options.operator, factsOf(service, session)) }
}

/**
 * Checks the code of the new address, and changes the address. If several accounts want the same
 * address, the first one gets it.
 */
export const answerCheckSecondaryOtp = defineUserEndpoint(
  checkSecondaryOtp,
  async (context, { otp }) => {
    const { service, session } = context
    const [begun] = await service
      .queries()
      .select()
      .from(changes)
      .where(and(eq(changes.deviceId, session.deviceId), eq(changes.kind, 'email')))
    const email = begun ? emailOf(service, begun) : ''
    await take(
      context,
      async (tx, session) => {
        const tried = await tryChangeCode(
          tx,
          { ...context, session },
          { kind: 'email', side: 'secondary', otp, emailOf: (change) => emailOf(service, change) },
        )
        if ('refusal' in tried) return tried
        // Another change has begun meanwhile, and this transaction has not locked the address of
        // that change.
        if (tried.change.id !== begun?.id) return { refusal: new Refusal('codeExpired') }
        if (tried.change.step === 'done') return {}
        if (!(await knowsPhrase(tx, session.deviceId)))
          return { refusal: new Refusal('notRecovered') }
        const owner = await ownerOf(tx, { service, session }, email)
        // The owner's address became known after the change began, so its owner has not agreed.
        if (owner !== null && tried.change.primaryHash === null)
          return { refusal: new Refusal('codeExpired') }
        return change(tx, { service, session }, { begun: tried.change, email, owner })
      },
      [email],
    )
    return { email }
  },
)

async function change(
  tx: Queries,
  { service, session }: Pick<ChangeContext, 'service' | 'session'>,
  { begun, email, owner }: ChangeRequest & { begun: Change },
): Promise<Step> {
  const { keyring, options, metrics, notices } = service
  const { userId, deviceId } = session
  const indexes = keyring.indexesOf(email)
  const taken = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.emailIndex, indexes))
  if (taken.some(({ id }) => id !== userId)) return { refusal: new Refusal('emailTaken') }
  await tx
    .update(users)
    .set({ emailIndex: indexes[0], email: keyring.seal(email, rowOf.email(userId)) })
    .where(eq(users.id, userId))
  await tx.update(changes).set({ step: 'done' }).where(isOf(begun))
  // other codes and links were mailed to the old address
  await tx.delete(changes).where(and(eq(changes.userId, userId), ne(changes.id, begun.id)))
  const isBefore =
    session.email === null
      ? undefined
      : inArray(attempts.emailIndex, keyring.indexesOf(session.email))
  await tx.delete(attempts).where(or(eq(attempts.userId, userId), isBefore))
  await noteAudit(tx, keyring, {
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
    notice: await notices.store(tx, {
      kind: 'changed',
      userId,
      mail: changedMail(owner, options.operator, {
        ...factsOf(service, session),
        newEmail: email,
        isLoginMethod: session.email !== null,
      }),
    }),
  }
}

/**
 * Runs a step of a change, and sends the step's mail.
 * @param names the addresses that the step changes
 * @throws Refusal the step's refusal
 */
async function take(
  { service, session, client }: ChangeContext,
  step: (tx: Queries, session: Session) => Promise<Step>,
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
 * The address whose code a change needs first: the owner's address for notices, even if only
 * companies open the account. If this address is the new address, the code of the new address is
 * enough. Call it in a transaction that has locked the account.
 */
async function ownerOf(
  tx: Queries,
  { service: { keyring }, session: { userId } }: Pick<ChangeContext, 'service' | 'session'>,
  email: string,
): Promise<string | null> {
  const contact = await addressOf(tx, keyring, userId)
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
