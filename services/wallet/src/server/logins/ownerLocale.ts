import type { Locale } from '@latchkey/protocol/locale'
import type { Queries } from '@latchkey/server/db/database'
import { and, desc, eq, exists, ne, or } from 'drizzle-orm'
import { devices, splits } from '../db/schema.ts'
import type { Session } from './session.ts'

/**
 * The language of the owner's mail about a recovery; null for English. It is the language of the
 * browser that has the keys and was used last, so that a stranger's browser can't choose a language
 * that the owner does not read. Without such a browser, it is the language of the device itself.
 */
export async function ownerLocale(
  tx: Queries,
  { userId, deviceId, locale }: Pick<Session, 'userId' | 'deviceId' | 'locale'>,
): Promise<Locale | null> {
  const ownSplit = tx
    .select({ id: splits.id })
    .from(splits)
    .where(and(eq(splits.deviceId, devices.id), eq(splits.isReleased, true)))
  const otherDevices = and(
    eq(devices.userId, userId),
    ne(devices.id, deviceId),
    or(eq(devices.hasRecovered, true), exists(ownSplit)),
  )
  const [row] = await tx
    .select({ locale: devices.locale })
    .from(devices)
    .where(otherDevices)
    .orderBy(desc(devices.usedAt))
    .limit(1)
  return row ? row.locale : locale
}
