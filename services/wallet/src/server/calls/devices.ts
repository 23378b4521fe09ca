import { listDevices, removeDevice } from '@latchkey/protocol/walletServer'
import { and, desc, eq, ne } from 'drizzle-orm'
import { noteAudit } from '../account/noteAudit.ts'
import { devices } from '../db/schema.ts'
import { endDevice } from '../logins/endDevice.ts'
import { isLogin, lockUser } from '../logins/session.ts'
import { removedMail } from '../mail/mails.ts'
import { Refusal } from '../refusal.ts'
import { contactOf } from '../socials/identities.ts'
import { knowsPhrase } from '../shares/knowsPhrase.ts'
import { answeringUser } from './answering.ts'

/** Devices of a list. */
const most = 200

/** Every device that has logged in and was not removed, the newest login first: one that is signed out still has its share. */
export const answerListDevices = answeringUser(listDevices, async ({ service, session }) => {
  const now = service.now()
  const rows = await service.queries().select().from(devices).where(and(eq(devices.userId, session.userId), ne(devices.status, 'removed'))).orderBy(desc(devices.createdAt)).limit(most)
  return {
    devices: rows.map((row) => {
      const { id, browser: name, origin, createdAt, usedAt } = row
      const status = isLogin(row, now) ? 'in' : 'out'
      return { id, status, name, origin, createdAt, usedAt, isThis: id === session.deviceId } as const
    }),
  }
})

/** Signs a device of the user out, for good, and tells the owner. Removing it again changes nothing. */
export const answerRemoveDevice = answeringUser(removeDevice, async ({ service, session }, { id }) => {
  const { userId } = session
  const removed = await service.queries().transaction(async (work) => {
    await lockUser(work, session)
    const [device] = await work.select().from(devices).where(and(eq(devices.id, id), eq(devices.userId, userId)))
    if (!device) throw new Refusal('notFound')
    if (device.status === 'removed') return undefined
    if (id !== session.deviceId && (await knowsPhrase(work, id)) && !(await knowsPhrase(work, session.deviceId))) throw new Refusal('notRecovered')
    await endDevice(work, { userId, deviceId: id })
    const { deviceId, browser, origin } = session
    await noteAudit(work, service.keyring, { kind: 'deviceRemoved', userId, deviceId, browser, origin, detail: device.browser, at: service.now() })
    return device
  })
  if (!removed) return {}
  service.metrics.events({ event: 'device removed' }).add()
  const email = await contactOf(service, session)
  if (email !== null) service.outbox.post('removed', removedMail(email, service.options.operator, { removed: removed.browser, origin: session.origin, project: undefined, browser: session.browser, at: service.now(), locale: session.locale }))
  return {}
})
