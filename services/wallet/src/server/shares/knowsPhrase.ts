import type { Queries } from '@latchkey/server/db/database'
import { and, eq } from 'drizzle-orm'
import { devices, splits } from '../db/schema.ts'

/**
 * Whether a device has a split of its own, or has recovered. One that has neither may be of a
 * stranger who only reads the owner's mail.
 */
export async function knowsPhrase(tx: Queries, deviceId: string): Promise<boolean> {
  const own = await tx
    .select({ id: splits.id })
    .from(splits)
    .where(and(eq(splits.deviceId, deviceId), eq(splits.isReleased, true)))
  const recovered = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.id, deviceId), eq(devices.hasRecovered, true)))
  return own.length + recovered.length > 0
}
