import type { Queries } from '@latchkey/server/db/database'
import { confirmDeletion, startDeletion } from '@latchkey/protocol/walletServer'
import {
  findFresh,
  makeCode,
  newChange,
  storeChange,
  takeCodeTurn,
  tryChangeCode,
  type ChangeContext,
} from '../account/changes.ts'
import { deleteUser } from '../account/deleteUser.ts'
import { freshLogin } from '../limits.ts'
import { inAccount } from '../logins/inAccount.ts'
import type { Session } from '../logins/session.ts'
import { deletedMail, deletionMail } from '../mail/accountMails.ts'
import type { Notice } from '../mail/createNotices.ts'
import type { Mail } from '../options.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { knowsPhrase } from '../shares/knowsPhrase.ts'
import { addressOf } from '../socials/identities.ts'
import { defineUserEndpoint } from './defineEndpoint.ts'

/**
 * Begins to delete the account: mails a code to the owner's address for notices, if there is
 * one.
 */
export const answerStartDeletion = defineUserEndpoint(startDeletion, async (context) => {
  const { service, session } = context
  const begun = await inAccount(
    service,
    session,
    async (tx): Promise<{ mail?: Mail } | { refusal: Refusal } | undefined> => {
      await requirePhrase(tx, session)
      const email = await addressOf(tx, service.keyring, session.userId)
      if (email === null) return undefined
      if (await findFresh(tx, context, 'deletion')) return {}
      const refusal = await takeCodeTurn(tx, context, { email, side: 'primary' })
      if (refusal) return { refusal }
      const change = newChange(context, 'deletion')
      const { code, hash } = makeCode(service, change.id, 'primary')
      await storeChange(tx, { ...change, primaryHash: hash })
      return {
        mail: deletionMail(email, code, service.options.operator, factsOf(service, session)),
      }
    },
  )
  if (begun === undefined) return { action: 'none' }
  if ('refusal' in begun) throw begun.refusal
  if (!begun.mail) return { action: 'otp' }
  service.outbox.post('deletion', begun.mail, { client: context.client })
  service.metrics.events({ event: 'deletion asked' }).add()
  return { action: 'otp' }
})

/** Deletes the account, in one transaction. */
export const answerConfirmDeletion = defineUserEndpoint(
  confirmDeletion,
  async (context, { otp }) => {
    const { service, session: asking } = context
    const { refusal, notice } = await inAccount(
      service,
      asking,
      async (tx, session): Promise<{ refusal?: Refusal; notice?: Notice | undefined }> => {
        // read once the account is locked: another device may have changed its address meanwhile
        const email = await addressOf(tx, service.keyring, session.userId)
        const refusal = await tryDeletion(tx, { ...context, session }, { otp, email })
        if (refusal) return { refusal }
        await requirePhrase(tx, session)
        await deleteUser(tx, service.keyring, session.userId)
        return {
          notice:
            email === null
              ? undefined
              : await service.notices.store(tx, {
                  kind: 'deleted',
                  userId: session.userId,
                  mail: deletedMail(email, service.options.operator, factsOf(service, session)),
                }),
        }
      },
    )
    if (refusal) {
      service.metrics.events({ event: refusal.code }).add()
      throw refusal
    }
    service.metrics.events({ event: 'account deleted' }).add()
    service.notices.send(notice)
    return {}
  },
)

/** The refusal for a wrong code, or for an old login if there is no address for a code. */
async function tryDeletion(
  tx: Queries,
  context: ChangeContext,
  { otp, email }: { otp: string | undefined; email: string | null },
): Promise<Refusal | undefined> {
  const {
    service,
    session: { createdAt },
  } = context
  if (email === null)
    return createdAt > service.now() - freshLogin ? undefined : new Refusal('loginTooOld')
  if (otp === undefined) return new Refusal('codeExpired')
  const tried = await tryChangeCode(tx, context, {
    kind: 'deletion',
    side: 'primary',
    otp,
    emailOf: () => email,
  })
  return 'refusal' in tried ? tried.refusal : undefined
}

/**
 * @throws Refusal `notRecovered` for a device that may belong to a stranger with access to
 *   the owner's mail only
 */
async function requirePhrase(tx: Queries, session: Session): Promise<void> {
  if (!(await knowsPhrase(tx, session.deviceId))) throw new Refusal('notRecovered')
}

const factsOf = ({ now }: Service, { origin, browser, locale }: Session) => ({
  origin,
  project: undefined,
  browser,
  at: now(),
  locale,
})
