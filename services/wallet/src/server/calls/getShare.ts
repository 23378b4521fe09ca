import { getShare } from '@latchkey/protocol/walletServer'
import { and, eq } from 'drizzle-orm'
import { devices, splits } from '../db/schema.ts'
import { isLive } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
import { splitRow } from '../shares/storedRecovery.ts'
import { defineUserEndpoint } from './defineEndpoint.ts'

/**
 * Returns the server's share of this device's split. The device's row is locked while the
 * share is read, so a removed device gets none.
 */
export const answerGetShare = defineUserEndpoint(
  getShare,
  async ({ service, session: { userId, deviceId } }, { setId }) => {
    const [split] = await service
      .queries()
      .select({ serverShare: splits.serverShare })
      .from(splits)
      .innerJoin(devices, eq(devices.id, splits.deviceId))
      .where(
        and(
          eq(splits.id, setId),
          eq(splits.userId, userId),
          eq(splits.deviceId, deviceId),
          eq(splits.isReleased, true),
          isLive(service.now()),
        ),
      )
      .for('share', { of: devices })
    if (!split) throw new Refusal('shareMissing')
    return {
      serverShare: service.keyring.open(split.serverShare, splitRow.serverShare(setId)).toString(),
    }
  },
)
