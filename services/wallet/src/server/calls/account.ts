import type { Queries } from '@latchkey/server/db/database'
import { isSameRecord, type WalletAddresses } from '@latchkey/protocol/walletAddresses'
import { addSplit, createAccount, type AuditKind } from '@latchkey/protocol/walletServer'
import { and, eq, isNull } from 'drizzle-orm'
import { noteAudit, noteAuditOnce } from '../account/noteAudit.ts'
import { splits, users } from '../db/schema.ts'
import { storeNotice } from '../mail/storeNotice.ts'
import { ownerLocale } from '../logins/ownerLocale.ts'
import { endEarlierDevices } from '../logins/endEarlierDevices.ts'
import { inAccount } from '../logins/inAccount.ts'
import { rowOf, type Session } from '../logins/session.ts'
import { madeMail, recoverySetMail } from '../mail/accountMails.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { knowsPhrase } from '../shares/knowsPhrase.ts'
import { checkRecovery, storeSplit } from '../shares/storeSplit.ts'
import { defineUserEndpoint } from './defineEndpoint.ts'

/**
 * Creates the account of a user who has none. Of any number of concurrent devices the first one
 * succeeds, and the others are logged out. If the vault recovers the account, its owner was not
 * asked about recovery, and gets a mail about it.
 */
export const answerCreateAccount = defineUserEndpoint(
  createAccount,
  async ({ service, session: asking }, params) => {
    await checkRecovery(service, asking, params)
    const {
      setId,
      addresses,
      split: {
        recovery: { method },
      },
    } = params
    const {
      options: { operator, recovery },
    } = service
    const { isNew, notice } = await inAccount(service, asking, async (tx, session) => {
      const sealed = sealAddresses(service, session, addresses)
      const made = await tx
        .update(users)
        .set({ addresses: sealed })
        .where(and(eq(users.id, session.userId), isNull(users.addresses)))
        .returning({ id: users.id })
      if (made.length === 0) {
        if (!(await isStored(tx, session, setId))) throw new Refusal('accountExists')
        return { isNew: false }
      }
      await storeSplit(tx, service, session, params)
      await noteAudit(tx, service.keyring, eventOf(service, session, 'accountMade', method))
      await endEarlierDevices(tx, service.keyring, session, service.now())
      const write = (to: string) =>
        madeMail(to, operator, {
          ...factsOf(service, session),
          locale: session.locale,
          hasOthers: recovery.length > 1,
        })
      return {
        isNew: true,
        notice:
          method === 'vault' ? await storeNotice(tx, service, session, 'made', write) : undefined,
      }
    })
    service.metrics.events({ event: isNew ? 'account made' : 'account asked again' }).add()
    service.notices.send(notice)
    return { setId }
  },
)

/**
 * Stores another split, for a device that has recovered the phrase. The owner gets a mail if
 * that changes how the account is recovered.
 */
export const answerAddSplit = defineUserEndpoint(
  addSplit,
  async ({ service, session: asking }, params) => {
    if (!asking.addresses || !isSameRecord(asking.addresses, params.addresses))
      throw new Refusal('accountDiffers')
    await checkRecovery(service, asking, params)
    const {
      setId,
      split: {
        recovery: { method },
      },
    } = params
    const notice = await inAccount(service, asking, async (tx, session) => {
      if (await isStored(tx, session, setId)) return undefined
      if (!(await knowsPhrase(tx, session.deviceId))) throw new Refusal('notRecovered')
      // the first split of a device ends its recovery, which already has an entry and a mail
      const isFirst =
        (await hasSplit(tx, session)) &&
        (await noteAuditOnce(tx, service.keyring, eventOf(service, session, 'recoverySet', method)))
      await storeSplit(tx, service, session, params)
      await addAddresses(tx, service, session, params.addresses)
      const locale = await ownerLocale(tx, session)
      return isFirst
        ? storeNotice(tx, service, session, 'recovery', (to) =>
            recoverySetMail(to, service.options.operator, {
              ...factsOf(service, session),
              locale,
              method,
            }),
          )
        : undefined
    })
    service.notices.send(notice)
    return { setId }
  },
)

const sealAddresses = (
  { keyring }: Pick<Service, 'keyring'>,
  { userId }: Session,
  addresses: WalletAddresses,
) => keyring.seal(JSON.stringify(addresses), rowOf.addresses(userId))

/**
 * Adds the addresses of namespaces that the record lacks, because an earlier version has written
 * it.
 */
async function addAddresses(
  tx: Queries,
  service: Pick<Service, 'keyring'>,
  session: Session,
  addresses: WalletAddresses,
): Promise<void> {
  const known = session.addresses
  if (!known || Object.keys(addresses).every((namespace) => Object.hasOwn(known, namespace))) return
  const sealed = sealAddresses(service, session, { ...addresses, ...known })
  await tx.update(users).set({ addresses: sealed }).where(eq(users.id, session.userId))
}

/**
 * Whether this device has stored the split already, because the answer to the first call was lost.
 */
async function isStored(
  tx: Queries,
  { userId, deviceId }: Session,
  setId: string,
): Promise<boolean> {
  const rows = await tx
    .select({ id: splits.id })
    .from(splits)
    .where(
      and(
        eq(splits.id, setId),
        eq(splits.userId, userId),
        eq(splits.deviceId, deviceId),
        eq(splits.isReleased, true),
      ),
    )
  return rows.length > 0
}

async function hasSplit(tx: Queries, { deviceId }: Session): Promise<boolean> {
  return (
    (
      await tx
        .select({ id: splits.id })
        .from(splits)
        .where(and(eq(splits.deviceId, deviceId), eq(splits.isReleased, true)))
    ).length > 0
  )
}

const eventOf = (
  { now }: Service,
  { userId, deviceId, browser, origin }: Session,
  kind: AuditKind,
  detail: string,
) => ({ kind, userId, deviceId, browser, origin, detail, at: now() })

const factsOf = ({ now }: Service, { origin, browser }: Session) => ({
  origin,
  project: undefined,
  browser,
  at: now(),
})
