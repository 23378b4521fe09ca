import { listDevices, removeDevice } from '@latchkey/protocol/walletServer'
import { and, desc, eq, ne } from 'drizzle-orm'
import { devices } from '../db/schema.ts'
import { endDevice } from '../logins/endDevice.ts'
import { isLogin } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
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

/** Signs a device of the user out, for good. */
export const answerRemoveDevice = answeringUser(removeDevice, async ({ service, session }, { id }) => {
  const isEnded = await service.queries().transaction((work) => endDevice(work, { userId: session.userId, deviceId: id }))
  if (!isEnded) throw new Refusal('notFound')
  service.metrics.events({ event: 'device removed' }).add()
  return {}
})
