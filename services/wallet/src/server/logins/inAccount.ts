import type { Queries } from '@latchkey/server/db/database'
import { eq } from 'drizzle-orm'
import { devices } from '../db/schema.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { lockNames, lockUsers } from './locks.ts'
import { readSession, type Session } from './session.ts'

/**
 * Does one step of an account: in one transaction, alone among all steps of this account, for a
 * device that is logged in at that moment. What the owner's log has to tell of it is noted in the
 * same transaction, so that nothing was done or released that the log does not tell, and nothing is
 * after the device was removed.
 * @param step reads and writes by `work` alone, and takes the session as it is now
 * @param names addresses that the step changes: they are locked before the account
 * @throws Refusal `loginRequired` when this device was signed out or removed meanwhile; what the
 *   step throws
 */
export async function inAccount<value>(
  service: Pick<Service, 'queries' | 'keyring' | 'now'>,
  { userId, deviceId }: Pick<Session, 'userId' | 'deviceId'>,
  step: (tx: Queries, session: Session) => Promise<value>,
  names: readonly string[] = [],
): Promise<value> {
  return service.queries().transaction(async (tx) => {
    await lockNames(tx, service.keyring, names)
    await lockUsers(tx, [userId])
    const found = await readSession(tx, service, eq(devices.id, deviceId))
    if (!found) throw new Refusal('loginRequired')
    return step(tx, found.session)
  })
}
