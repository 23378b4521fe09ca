import type { Queries } from '@latchkey/server/db/database'
import { eq } from 'drizzle-orm'
import { devices } from '../db/schema.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { lockNames, lockUsers } from './locks.ts'
import { readSession, type Session } from './session.ts'

/**
 * Runs a step of an account in one transaction, without other steps of this account at the same
 * time. The step runs only if the device is still logged in. Its log entries are written in the
 * same transaction. So nothing happens without a log entry, and nothing happens after the device
 * was removed.
 * @param step uses only `tx`, and the session that it gets
 * @param names addresses that the step changes: they are locked before the account
 * @throws Refusal `loginRequired` when this device was signed out or removed meanwhile; the step's
 *   own errors
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
