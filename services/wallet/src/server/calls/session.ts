import { endSession, getSession } from '@latchkey/protocol/walletServer'
import { eq } from 'drizzle-orm'
import { devices } from '../db/schema.ts'
import { answeringUser } from './answering.ts'

/** The user of this device. */
export const answerGetSession = answeringUser(getSession, async ({ session: { userId, email, addresses } }) => ({ userId, email, addresses }))

/** Signs this device out. Its share stays good: it may log in again without a link. */
export const answerEndSession = answeringUser(endSession, async ({ service, session }) => {
  await service.queries().update(devices).set({ status: 'out' }).where(eq(devices.id, session.deviceId))
  return {}
})
