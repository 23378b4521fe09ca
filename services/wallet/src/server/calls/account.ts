import type { Queries } from '@latchkey/server/db/database'
import { addSplit, createAccount, type AuditKind, type RecoveryMethod, type WalletAddresses } from '@latchkey/protocol/walletServer'
import { and, eq, isNull } from 'drizzle-orm'
import { noteAudit, noteAuditOnce } from '../account/noteAudit.ts'
import { splits, users } from '../db/schema.ts'
import { ownerLocale } from '../logins/ownerLocale.ts'
import { lockUser, rowOf, type Session } from '../logins/session.ts'
import { recoverySetMail } from '../mail/accountMails.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { knowsPhrase } from '../shares/knowsPhrase.ts'
import { checkRecovery, storeSplit } from '../shares/storeSplit.ts'
import { contactOf } from '../socials/identities.ts'
import { answeringUser } from './answering.ts'

/** Makes the account of a user who has none: of any number of devices at once the first does. */
export const answerCreateAccount = answeringUser(createAccount, async ({ service, session }, params) => {
  await checkRecovery(service, session, params)
  const { setId, addresses } = params
  return service.queries().transaction(async (work) => {
    await lockUser(work, session)
    const sealed = service.keyring.seal(JSON.stringify(addresses), rowOf.addresses(session.userId))
    const made = await work.update(users).set({ addresses: sealed }).where(and(eq(users.id, session.userId), isNull(users.addresses))).returning({ id: users.id })
    if (made.length > 0) {
      await storeSplit(work, service, session, params)
      await noteAudit(work, service.keyring, eventOf(service, session, 'accountMade', params.split.recovery.method))
    } else if (!(await isStored(work, session, setId))) throw new Refusal('accountExists')
    service.metrics.events({ event: made.length > 0 ? 'account made' : 'account asked again' }).add()
    return { setId }
  })
})

/** Stores a further split, for a device that has recovered the phrase, and tells the owner where that changes how the account is recovered. */
export const answerAddSplit = answeringUser(addSplit, async ({ service, session }, params) => {
  if (!session.addresses || !isSame(session.addresses, params.addresses)) throw new Refusal('accountDiffers')
  await checkRecovery(service, session, params)
  const { setId, split: { recovery: { method } } } = params
  const isNews = await service.queries().transaction(async (work) => {
    await lockUser(work, session)
    if (await isStored(work, session, setId)) return false
    if (!(await knowsPhrase(work, session.deviceId))) throw new Refusal('notRecovered')
    // the first split of a device ends its recovery, which is noted and told already
    const isNews = (await hasSplit(work, session)) && (await noteAuditOnce(work, service.keyring, eventOf(service, session, 'recoverySet', method)))
    await storeSplit(work, service, session, params)
    return isNews
  })
  if (isNews) await tellRecovery(service, session, method)
  return { setId }
})

async function tellRecovery(service: Service, session: Session, method: RecoveryMethod): Promise<void> {
  const email = await contactOf(service, session)
  if (email === null) return
  const { options: { operator }, queries, outbox, now } = service
  outbox.post('recovery', recoverySetMail(email, operator, { method, origin: session.origin, project: undefined, browser: session.browser, at: now(), locale: await ownerLocale(queries(), session) }))
}

/** Whether this device has stored the split before: the answer was lost. */
async function isStored(work: Queries, { userId, deviceId }: Session, setId: string): Promise<boolean> {
  const rows = await work.select({ id: splits.id }).from(splits).where(and(eq(splits.id, setId), eq(splits.userId, userId), eq(splits.deviceId, deviceId), eq(splits.isReleased, true)))
  return rows.length > 0
}

async function hasSplit(work: Queries, { deviceId }: Session): Promise<boolean> {
  return (await work.select({ id: splits.id }).from(splits).where(and(eq(splits.deviceId, deviceId), eq(splits.isReleased, true)))).length > 0
}

const eventOf = ({ now }: Service, { userId, deviceId, browser, origin }: Session, kind: AuditKind, detail: string) => ({ kind, userId, deviceId, browser, origin, detail, at: now() })

function isSame(one: WalletAddresses, other: WalletAddresses): boolean {
  return one.eip155.toLowerCase() === other.eip155.toLowerCase() && one.solana === other.solana
}
