import { endSession, getSession, type WalletUser } from '@latchkey/protocol/walletServer'
import { eq } from 'drizzle-orm'
import { noteAudit } from '../account/noteAudit.ts'
import { devices } from '../db/schema.ts'
import { inAccount } from '../logins/inAccount.ts'
import type { Session } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { contactOf, namesOf, loginMethodsOf } from '../socials/identities.ts'
import { defineUserEndpoint } from './defineEndpoint.ts'

/** Returns the user of this device. */
export const answerGetSession = defineUserEndpoint(getSession, ({ service, session }) =>
  describeUser(service, session),
)

/** The user of a session, as a device gets it. */
export async function describeUser(service: Service, session: Session): Promise<WalletUser> {
  const { userId, addresses, identityId, createdAt } = session
  const [email, ways, names] = await Promise.all([
    contactOf(service, session),
    loginMethodsOf(service.queries(), service.keyring, userId),
    identityId === null ? [] : namesOf(service, identityId),
  ])
  return { userId, email, userName: names[0] ?? null, ways, addresses, loginAt: createdAt }
}

/**
 * Signs this device out. Its share stays valid, so it may log in again without a link. A device
 * that is removed meanwhile stays removed.
 */
export const answerEndSession = defineUserEndpoint(endSession, async ({ service, session }) => {
  await inAccount(service, session, async (tx, { userId, deviceId, browser, origin }) => {
    await tx.update(devices).set({ status: 'out' }).where(eq(devices.id, deviceId))
    await noteAudit(tx, service.keyring, {
      kind: 'signOut',
      userId,
      deviceId,
      browser,
      origin,
      at: service.now(),
    })
  }).catch((error: unknown) => {
    // a refusal is ignored: the device was signed out or removed meanwhile
    if (!(error instanceof Refusal)) throw error
  })
  return {}
})
