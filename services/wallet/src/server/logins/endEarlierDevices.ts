import type { Queries } from '@latchkey/server/db/database'
import { and, eq, ne } from 'drizzle-orm'
import { noteAudit } from '../account/noteAudit.ts'
import { devices } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import type { Session } from './session.ts'
import { endDevice } from './endDevice.ts'

/**
 * Ends the logins of all other devices when a device makes the account. None of them was asked for
 * the mail's link, because there was no account yet: one may be of a stranger to whom a site has
 * passed a code on. Each is a new device of the account from now on. In a transaction that has
 * locked the user.
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
    // a device that has signed out is in the log already
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
