import type { Queries } from '@latchkey/server/db/database'
import { and, eq } from 'drizzle-orm'
import { devices, splits } from '../db/schema.ts'

/**
 * Whether a device knows the phrase: it has its own split, or has recovered. Any other device may
 * belong to a stranger with access to the owner's mail only.
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
