import { listDevices, removeDevice } from '@latchkey/protocol/walletServer'
import { and, desc, eq } from 'drizzle-orm'
import { devices } from '../db/schema.ts'
import { endDevice } from '../logins/endDevice.ts'
import { isLive } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
import { answeringUser } from './answering.ts'

/** Devices of a list. */
const most = 200

/** Where the user is logged in, the newest login first. */
export const answerListDevices = answeringUser(listDevices, async ({ service, session }) => {
  const rows = await service.queries().select().from(devices).where(and(eq(devices.userId, session.userId), isLive(service.now()))).orderBy(desc(devices.createdAt)).limit(most)
  return { devices: rows.map(({ id, browser, origin, createdAt, usedAt }) => ({ id, name: browser, origin, createdAt, usedAt, isThis: id === session.deviceId })) }
})

/** Signs a device of the user out, for good. */
export const answerRemoveDevice = answeringUser(removeDevice, async ({ service, session }, { id }) => {
  const isEnded = await service.queries().transaction((work) => endDevice(work, { userId: session.userId, deviceId: id }))
  if (!isEnded) throw new Refusal('notFound')
  service.metrics.events({ event: 'device removed' }).add()
  return {}
})
