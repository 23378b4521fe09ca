import { randomBytes } from 'node:crypto'
import { askVault, listRecovery, recover, type AuditKind } from '@latchkey/protocol/walletServer'
import { openFromVault } from '@latchkey/protocol/vaultEnvelope'
import { toBase64url } from '@latchkey/protocol/base64url'
import { wait } from '@latchkey/server/waiting'
import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { noteAudit, noteAuditOnce } from '../account/noteAudit.ts'
import { takePlaces } from '../db/counters.ts'
import { devices, splits, vaultRequests } from '../db/schema.ts'
import { hashOf, isEqual } from '../keys/createKeyring.ts'
import { day, hour, vaultMailPause, vaultMailWait, vaultOpen, wrongProofs } from '../limits.ts'
import { keepNotice } from '../mail/keepNotice.ts'
import { ownerLocale } from '../logins/ownerLocale.ts'
import { lockDevice, type Session } from '../logins/session.ts'
import { recoveredMail, vaultMail } from '../mail/mails.ts'
import { Refusal, waitRefusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { contactOf } from '../socials/identities.ts'
import { readRecovery, splitRow, type StoredRecovery } from '../shares/storedRecovery.ts'
import { answeringUser } from './answering.ts'

/** How the account can be recovered on this device. */
export const answerListRecovery = answeringUser(listRecovery, async ({ service, session }) => {
  const [rows, request] = await Promise.all([
    service.queries().select().from(splits).where(and(eq(splits.userId, session.userId), isNotNull(splits.method))),
    requestOf(service, session),
  ])
  return {
    methods: rows.flatMap(({ id, method, recovery }) => {
      if (!method || !recovery) return []
      const { salt, credentialId } = readRecovery(service.keyring.open(recovery, splitRow.recovery(id)))
      return [{ method, setId: id, salt, credentialId, readyAt: method === 'vault' ? (request?.notifiedAt ? request.readyAt : null) : null }]
    }),
  }
})

/** Asks the vault for this device. The delay begins when the mail server has the owner's mail; asking again changes nothing, or mails again where that mail was lost. */
export const answerAskVault = answeringUser(askVault, async ({ service, session, own, signal }) => {
  const { options: { vault, operator }, outbox } = service
  const now = service.now()
  const [split] = await service.queries().select({ id: splits.id }).from(splits).where(and(eq(splits.userId, session.userId), eq(splits.method, 'vault')))
  const email = await contactOf(service, session)
  if (!split || !vault || email === null) throw new Refusal('shareMissing')
  const token = randomBytes(32).toString('base64url')
  const timesFrom = (at: number) => ({ readyAt: at + vault.delay, expiresAt: at + vault.delay + vaultOpen })
  const request = { askedAt: now, notifiedAt: null, refuseHash: hashOf(token), ...timesFrom(now) }
  const isOver = or(lte(vaultRequests.expiresAt, now), and(isNull(vaultRequests.notifiedAt), lte(vaultRequests.askedAt, now - vaultMailPause)))
  const made = await service.queries().transaction(async (work) => {
    if (!(await lockDevice(work, session.deviceId))) throw new Refusal('loginRequired')
    const asked = await work.insert(vaultRequests).values({ deviceId: session.deviceId, ...request })
      .onConflictDoUpdate({ target: vaultRequests.deviceId, set: request, setWhere: isOver }).returning({ deviceId: vaultRequests.deviceId })
    if (asked.length > 0) await noteAudit(work, service.keyring, eventOf(session, 'vaultAsked', now))
    return asked
  })
  if (made.length > 0) {
    const told = new AbortController()
    outbox.post('vault', vaultMail(email, `${own}/refuse?token=${token}`, operator, { ...factsOf(session, now), locale: await ownerLocale(service.queries(), session), readyAt: request.readyAt }), {
      async onSent() {
        const at = service.now()
        // of another mail that was written since, the token is another
        await service.queries().update(vaultRequests).set({ notifiedAt: at, ...timesFrom(at) }).where(and(eq(vaultRequests.deviceId, session.deviceId), eq(vaultRequests.refuseHash, request.refuseHash)))
        told.abort()
      },
    })
    await wait(vaultMailWait, AbortSignal.any([told.signal, signal]))
  }
  const found = await requestOf(service, session)
  if (!found?.notifiedAt) throw new Refusal('unavailable') // not told yet, or refused in this very moment
  return { readyAt: found.readyAt }
})

/** Both shares of a split that has a recovery, where the device proves the password or passkey, or the vault has opened for it. */
export const answerRecover = answeringUser(recover, async ({ service, session }, { setId, proof }) => {
  const [split] = await service.queries().select().from(splits).where(and(eq(splits.id, setId), eq(splits.userId, session.userId), isNotNull(splits.method)))
  if (!split?.recovery) throw new Refusal('shareMissing')
  const recovery = readRecovery(service.keyring.open(split.recovery, splitRow.recovery(setId)))
  const given = split.method === 'vault' ? { recoveryShare: await openVault(service, session, recovery) } : { blob: await checkProof(service, session, recovery, proof) }
  const notice = await service.queries().transaction(async (work) => {
    const known = await work.update(devices).set({ hasRecovered: true }).where(and(eq(devices.id, session.deviceId), eq(devices.status, 'in'))).returning({ id: devices.id })
    const isRepeated = known.length > 0 && !(await noteAuditOnce(work, service.keyring, { ...eventOf(session, 'recovered', service.now()), detail: split.method }))
    if (isRepeated) return undefined
    const facts = { ...factsOf(session, service.now()), locale: await ownerLocale(work, session) }
    return keepNotice(work, service, session, 'recovered', (to) => recoveredMail(to, service.options.operator, facts))
  })
  service.notices.send(notice)
  service.metrics.events({ event: `recovered, ${split.method ?? ''}` }).add()
  return { serverShare: service.keyring.open(split.serverShare, splitRow.serverShare(setId)).toString(), ...given }
})

async function openVault(service: Service, session: Session, { blob }: StoredRecovery): Promise<string> {
  const { options: { vault } } = service
  const request = await requestOf(service, session)
  if (!vault || !request?.notifiedAt || request.readyAt > service.now()) throw new Refusal('vaultClosed')
  return toBase64url(await openFromVault({ privateKey: vault.privateKey, userId: session.userId, envelope: blob }))
}

/** A wrong proof counts before it is compared: of any number of guesses at once, as many are compared as may be wrong. */
async function checkProof(service: Service, { userId }: Session, { blob, proofHash }: StoredRecovery, proof: string | undefined): Promise<string> {
  if (proof === undefined || proofHash === null) throw new Refusal('proofWrong')
  const name = (window: string) => `wrong proofs ${window} ${userId}`
  const place = await takePlaces(service.queries(), [{ name: name('hour'), most: wrongProofs.hour, milliseconds: hour }, { name: name('day'), most: wrongProofs.day, milliseconds: day }], service.now())
  if (!place.isTaken) throw waitRefusal('tooManyRequests', place.wait)
  if (!isEqual(hashOf(proof), Buffer.from(proofHash, 'hex'))) {
    service.metrics.events({ event: 'proofWrong' }).add()
    throw new Refusal('proofWrong')
  }
  await place.giveBack()
  return blob
}

/** The open request of a device to the vault. */
async function requestOf(service: Service, { deviceId }: Session) {
  const [request] = await service.queries().select().from(vaultRequests).where(and(eq(vaultRequests.deviceId, deviceId), gt(vaultRequests.expiresAt, service.now())))
  return request
}

const eventOf = ({ userId, deviceId, browser, origin }: Session, kind: AuditKind, at: number) => ({ kind, userId, deviceId, browser, origin, at })
const factsOf = ({ origin, browser }: Session, at: number) => ({ origin, project: undefined, browser, at })
