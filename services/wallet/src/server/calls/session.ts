import { endSession, getSession } from '@latchkey/protocol/walletServer'
import { and, eq } from 'drizzle-orm'
import { devices } from '../db/schema.ts'
import { answeringUser } from './answering.ts'

/** The user of this device. */
export const answerGetSession = answeringUser(getSession, async ({ session: { userId, email, addresses } }) => ({ userId, email, userName: null, ways: ['email' as const], addresses }))

/** Signs this device out. Its share stays good: it may log in again without a link. A device that is removed meanwhile stays removed. */
export const answerEndSession = answeringUser(endSession, async ({ service, session }) => {
  await service.queries().update(devices).set({ status: 'out' }).where(and(eq(devices.id, session.deviceId), eq(devices.status, 'in')))
  return {}
})
