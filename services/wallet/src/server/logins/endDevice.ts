import type { Queries } from '@latchkey/server/db/database'
import { and, eq } from 'drizzle-orm'
import { changes, devices, splits, vaultRequests } from '../db/schema.ts'
import { endUnusableSplits } from '../shares/storeSplit.ts'

/**
 * Signs a device out for the owner, ends the changes that it has begun, and makes its share useless
 * by deleting the server's share of its split. If the account is recovered by this split, the split
 * stays for recovery only. Call it in a transaction that has locked the user.
 */
export async function endDevice(
  tx: Queries,
  { userId, deviceId }: { userId: string; deviceId: string },
): Promise<boolean> {
  const ended = await tx
    .update(devices)
    .set({ status: 'removed', hasRecovered: false })
    .where(and(eq(devices.id, deviceId), eq(devices.userId, userId)))
    .returning({ id: devices.id })
  if (ended.length === 0) return false
  await tx.delete(vaultRequests).where(eq(vaultRequests.deviceId, deviceId))
  await tx.delete(changes).where(eq(changes.deviceId, deviceId))
  await tx
    .update(splits)
    .set({ isReleased: false })
    .where(and(eq(splits.userId, userId), eq(splits.deviceId, deviceId)))
  await endUnusableSplits(tx, userId)
  return true
}
