import type { Queries } from '@latchkey/server/db/database'
import { and, eq, ne } from 'drizzle-orm'
import { noteAudit } from '../account/noteAudit.ts'
import { devices } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import type { Session } from './session.ts'
import { endDevice } from './endDevice.ts'

/**
 * Ends the logins of all other devices when a device creates the account. None of them needed the
 * mailed link, because there was no account yet. So one of these devices may belong to a stranger
 * to whom a site has passed a code. From now on each of them is a new device of the account. Call
 * it in a transaction that has locked the user.
 */
export async function endEarlierDevices(
  tx: Queries,
  keyring: Keyring,
  { userId, deviceId }: Pick<Session, 'userId' | 'deviceId'>,
  now: number,
): Promise<void> {
  const earlierDevices = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.userId, userId), ne(devices.id, deviceId), ne(devices.status, 'removed')))
    .orderBy(devices.id)
  for (const { id, status, browser, origin } of earlierDevices) {
    await endDevice(tx, { userId, deviceId: id })
    // a device that has signed out has its log entry already
    if (status === 'in')
      await noteAudit(tx, keyring, {
        kind: 'signOut',
        userId,
        deviceId: id,
        browser,
        origin,
        at: now,
      })
  }
}
