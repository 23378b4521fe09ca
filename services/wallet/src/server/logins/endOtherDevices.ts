import type { Queries } from '@latchkey/server/db/database'
import { and, eq, exists, gt, ne, notExists, or } from 'drizzle-orm'
import { noteAudit } from '../account/noteAudit.ts'
import { attempts, devices, splits, vaultRequests } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { attemptsOf } from './attemptsOf.ts'
import { endDevice } from './endDevice.ts'

/**
 * Ends everything that a stranger may have begun, after the owner has refused a vault request: the
 * requesting device, every other device that waits for the vault or does not know the phrase, and
 * all unfinished logins. A reader of the owner's mail may have any number of devices. Call it in a
 * transaction that has locked the user.
 * @returns the device keys whose logins have ended, to wake them
 */
export async function endOtherDevices(
  tx: Queries,
  keyring: Keyring,
  { userId, deviceId, now }: { userId: string; deviceId: string; now: number },
): Promise<string[]> {
  const waits = exists(
    tx
      .select({ id: vaultRequests.deviceId })
      .from(vaultRequests)
      .where(and(eq(vaultRequests.deviceId, devices.id), gt(vaultRequests.expiresAt, now))),
  )
  const hasSplit = tx
    .select({ id: splits.id })
    .from(splits)
    .where(and(eq(splits.deviceId, devices.id), eq(splits.isReleased, true)))
  const isUntrusted = or(
    eq(devices.id, deviceId),
    waits,
    and(eq(devices.hasRecovered, false), notExists(hasSplit)),
  )
  const untrustedDevices = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.userId, userId), ne(devices.status, 'removed'), isUntrusted))
    .orderBy(devices.id)
  for (const { id, browser, origin } of untrustedDevices) {
    if (await endDevice(tx, { userId, deviceId: id }))
      await noteAudit(tx, keyring, {
        kind: 'vaultRefused',
        userId,
        deviceId: id,
        browser,
        origin,
        at: now,
      })
  }
  const begun = and(ne(attempts.status, 'refused'), await attemptsOf(tx, keyring, userId))
  const ended = await tx
    .update(attempts)
    .set({ status: 'refused' })
    .where(begun)
    .returning({ device: attempts.device })
  return ended.map(({ device }) => device)
}
