import { randomBytes } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import { askVault, listRecovery, recover, type AuditKind } from '@latchkey/protocol/walletServer'
import { openFromVault } from '@latchkey/protocol/vaultEnvelope'
import { toBase64url } from '@latchkey/protocol/base64'
import { wait } from '@latchkey/server/waiting'
import { and, eq, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm'
import { noteAudit, noteAuditOnce } from '../account/noteAudit.ts'
import { takePlaces, type Allowance } from '../db/counters.ts'
import { devices, splits, vaultRequests } from '../db/schema.ts'
import { hashOf, isEqual } from '../keys/createKeyring.ts'
import { day, hour, vaultMailPause, vaultMailWait, vaultOpen, wrongProofs } from '../limits.ts'
import { storeNotice } from '../mail/storeNotice.ts'
import { ownerLocale } from '../logins/ownerLocale.ts'
import { inAccount } from '../logins/inAccount.ts'
import type { Session } from '../logins/session.ts'
import type { Notice } from '../mail/createNotices.ts'
import { recoveredMail, vaultMail } from '../mail/mails.ts'
import type { Mail } from '../options.ts'
import { Refusal, waitRefusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { knowsPhrase } from '../shares/knowsPhrase.ts'
import { addressOf } from '../socials/identities.ts'
import { readRecovery, splitRow, type StoredRecovery } from '../shares/storedRecovery.ts'
import { defineUserEndpoint } from './defineEndpoint.ts'

/** Lists the methods that recover the account on this device. */
export const answerListRecovery = defineUserEndpoint(listRecovery, async ({ service, session }) => {
  const [rows, request] = await Promise.all([
    service
      .queries()
      .select()
      .from(splits)
      .where(and(eq(splits.userId, session.userId), isNotNull(splits.method))),
    requestOf(service.queries(), session, service.now()),
  ])
  return {
    methods: rows.flatMap(({ id, method, recovery }) => {
      if (!method || !recovery) return []
      const { salt, credentialId } = readRecovery(
        service.keyring.open(recovery, splitRow.recovery(id)),
      )
      return [
        {
          method,
          setId: id,
          salt,
          credentialId,
          readyAt: method === 'vault' ? (request?.notifiedAt ? request.readyAt : null) : null,
        },
      ]
    }),
  }
})

/**
 * Requests the vault for this device. The delay begins when the mail server has accepted the
 * owner's mail. A repetition changes nothing, or mails again if that mail was lost.
 */
export const answerAskVault = defineUserEndpoint(
  askVault,
  async ({ service, session: asking, own, signal }) => {
    const {
      options: { vault, operator },
    } = service
    const now = service.now()
    if (!vault) throw new Refusal('shareMissing')
    const token = randomBytes(32).toString('base64url')
    const request = {
      requestedAt: now,
      notifiedAt: null,
      refuseHash: hashOf(token),
      ...vaultTimes(vault.delay, now),
    }
    const { mail } = await inAccount(service, asking, async (tx, session) => {
      const [split] = await tx
        .select({ id: splits.id })
        .from(splits)
        .where(and(eq(splits.userId, session.userId), eq(splits.method, 'vault')))
      // read once the account is locked, because another device may have changed the address
      // meanwhile
      const to = await addressOf(tx, service.keyring, session.userId)
      if (!split || to === null) throw new Refusal('shareMissing')
      if (!(await storeRequest(tx, session.deviceId, request))) return { mail: undefined }
      await noteAudit(tx, service.keyring, eventOf(session, 'vaultAsked', now))
      return {
        mail: vaultMail(to, `${own}/refuse?token=${token}`, operator, {
          ...factsOf(session, now),
          locale: await ownerLocale(tx, session),
          readyAt: request.readyAt,
        }),
      }
    })
    if (mail)
      await mailRequest(service, mail, {
        delay: vault.delay,
        signal,
        row: and(
          eq(vaultRequests.deviceId, asking.deviceId),
          // if a later mail was written meanwhile, its row has another token and does not match
          eq(vaultRequests.refuseHash, request.refuseHash),
        ),
      })
    const found = await requestOf(service.queries(), asking, service.now())
    // the owner's mail has not been accepted yet, or the owner has just refused
    if (!found?.notifiedAt) throw new Refusal('unavailable')
    return { readyAt: found.readyAt }
  },
)

/** When the vault opens and closes, for a request whose delay begins at the time `at`. */
const vaultTimes = (delay: number, at: number) => ({
  readyAt: at + delay,
  expiresAt: at + delay + vaultOpen,
})

/**
 * Stores a device's request.
 * @returns false if the device has an open request whose mail was accepted or may still be
 *   accepted
 */
async function storeRequest(
  tx: Queries,
  deviceId: string,
  request: Omit<typeof vaultRequests.$inferInsert, 'deviceId'> & { requestedAt: number },
): Promise<boolean> {
  const { requestedAt } = request
  const isOver = or(
    lte(vaultRequests.expiresAt, requestedAt),
    and(
      isNull(vaultRequests.notifiedAt),
      lte(vaultRequests.requestedAt, requestedAt - vaultMailPause),
    ),
  )
  const inserted = await tx
    .insert(vaultRequests)
    .values({ deviceId, ...request })
    .onConflictDoUpdate({ target: vaultRequests.deviceId, set: request, setWhere: isOver })
    .returning({ deviceId: vaultRequests.deviceId })
  return inserted.length > 0
}

/**
 * Mails the owner, and waits a while for the mail server. The delay of the vault begins when the
 * mail server has accepted the mail.
 */
async function mailRequest(
  service: Service,
  mail: Mail,
  { delay, row, signal }: { delay: number; row: SQL | undefined; signal: AbortSignal },
): Promise<void> {
  const responseSent = new AbortController()
  service.outbox.post('vault', mail, {
    async onSent() {
      const at = service.now()
      const times = { notifiedAt: at, ...vaultTimes(delay, at) }
      await service.queries().update(vaultRequests).set(times).where(row)
      responseSent.abort()
    },
  })
  await wait(vaultMailWait, AbortSignal.any([responseSent.signal, signal]))
}

/**
 * The sealed result of a recovery, or the refusal. A refusal is a value, because a wrong proof has
 * to count, and throwing would roll the transaction back.
 */
type Released =
  | { split: typeof splits.$inferSelect; recovery: StoredRecovery; notice: Notice | undefined }
  | { refusal: Refusal }

/**
 * Returns both shares of a split with recovery, if the device proves the password or passkey,
 * or the vault has opened for it.
 */
export const answerRecover = defineUserEndpoint(
  recover,
  async ({ service, session: asking }, { setId, proof }) => {
    const {
      keyring,
      options: { vault },
      metrics,
      notices,
    } = service
    const released = await inAccount(service, asking, async (tx, session): Promise<Released> => {
      const [split] = await tx
        .select()
        .from(splits)
        .where(
          and(eq(splits.id, setId), eq(splits.userId, session.userId), isNotNull(splits.method)),
        )
      if (!split?.recovery) return { refusal: new Refusal('shareMissing') }
      const recovery = readRecovery(keyring.open(split.recovery, splitRow.recovery(setId)))
      const refusal =
        split.method === 'vault'
          ? await closedVault(tx, service, session)
          : await wrongProof(tx, service, session, { recovery, proof })
      if (refusal) return { refusal }
      return { split, recovery, notice: await noteRecovery(tx, service, session, split.method) }
    })
    if ('refusal' in released) {
      if (released.refusal.code === 'proofWrong') metrics.events({ event: 'proofWrong' }).add()
      throw released.refusal
    }
    const {
      split,
      recovery: { blob },
      notice,
    } = released
    notices.send(notice)
    metrics.events({ event: `recovered, ${split.method ?? ''}` }).add()
    const given =
      split.method === 'vault' && vault
        ? {
            recoveryShare: toBase64url(
              await openFromVault({
                privateKey: vault.privateKey,
                userId: split.userId,
                envelope: blob,
              }),
            ),
          }
        : { blob }
    return {
      serverShare: keyring.open(split.serverShare, splitRow.serverShare(setId)).toString(),
      ...given,
    }
  },
)

/** Notes that a device has recovered the account. @returns the notice to send, the first time */
async function noteRecovery(
  tx: Queries,
  service: Service,
  session: Session,
  method: (typeof splits.$inferSelect)['method'],
): Promise<Notice | undefined> {
  // A device that proves a password or passkey does not wait for the vault any more. Its request is
  // deleted, so that a reader of the owner's mail cannot refuse the device by it.
  const waits = or(isNull(vaultRequests.notifiedAt), gt(vaultRequests.readyAt, service.now()))
  if (method !== 'vault')
    await tx.delete(vaultRequests).where(and(eq(vaultRequests.deviceId, session.deviceId), waits))
  await tx.update(devices).set({ hasRecovered: true }).where(eq(devices.id, session.deviceId))
  const isFirst = await noteAuditOnce(
    tx,
    service.keyring,
    { ...eventOf(session, 'recovered', service.now()), detail: method },
    session.createdAt,
  )
  const facts = { ...factsOf(session, service.now()), locale: await ownerLocale(tx, session) }
  if (!isFirst) return undefined
  return storeNotice(tx, service, session, 'recovered', (to) =>
    recoveredMail(to, service.options.operator, facts),
  )
}

async function closedVault(
  tx: Queries,
  { options: { vault }, now }: Service,
  session: Session,
): Promise<Refusal | undefined> {
  const request = await requestOf(tx, session, now())
  return vault && request?.notifiedAt && request.readyAt <= now()
    ? undefined
    : new Refusal('vaultClosed')
}

/**
 * The refusal for a wrong proof; undefined for the right one. Each try is counted before the
 * comparison, so concurrent guesses cannot exceed the maximum.
 */
async function wrongProof(
  tx: Queries,
  { now }: Service,
  session: Session,
  { recovery: { proofHash }, proof }: { recovery: StoredRecovery; proof: string | undefined },
): Promise<Refusal | undefined> {
  if (proof === undefined || proofHash === null) return new Refusal('proofWrong')
  const place = await takePlaces(tx, await proofAllowances(tx, session), now())
  if (!place.isTaken) return waitRefusal('tooManyRequests', place.wait)
  if (!isEqual(hashOf(proof), Buffer.from(proofHash, 'hex'))) return new Refusal('proofWrong')
  await place.release()
  return undefined
}

/**
 * The allowances of wrong proofs. Each device has its own allowance, so that no device locks out
 * another. Devices that don't know the phrase also share one allowance, because a reader of the
 * owner's mail can log in with any number of devices. The shared allowance does not lock out
 * devices that know the phrase.
 */
async function proofAllowances(tx: Queries, { userId, deviceId }: Session): Promise<Allowance[]> {
  const own = (window: string) => `wrong proofs ${window} ${deviceId} ${userId}`
  const unknownClients = {
    name: `wrong proofs strangers ${userId}`,
    max: wrongProofs.unknownClients,
    milliseconds: day,
  }
  return [
    { name: own('hour'), max: wrongProofs.hour, milliseconds: hour },
    { name: own('day'), max: wrongProofs.day, milliseconds: day },
    ...((await knowsPhrase(tx, deviceId)) ? [] : [unknownClients]),
  ]
}

/** The open vault request of a device. */
async function requestOf(tx: Queries, { deviceId }: Session, now: number) {
  const [request] = await tx
    .select()
    .from(vaultRequests)
    .where(and(eq(vaultRequests.deviceId, deviceId), gt(vaultRequests.expiresAt, now)))
  return request
}

const eventOf = ({ userId, deviceId, browser, origin }: Session, kind: AuditKind, at: number) => ({
  kind,
  userId,
  deviceId,
  browser,
  origin,
  at,
})
const factsOf = ({ origin, browser }: Session, at: number) => ({
  origin,
  project: undefined,
  browser,
  at,
})
