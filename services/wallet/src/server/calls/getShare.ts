import { getShare } from '@latchkey/protocol/walletServer'
import { and, eq } from 'drizzle-orm'
import { splits } from '../db/schema.ts'
import { Refusal } from '../refusal.ts'
import { splitRow } from '../shares/storedRecovery.ts'
import { answeringUser } from './answering.ts'

/** The server's share of the split that this device owns. */
export const answerGetShare = answeringUser(getShare, async ({ service, session: { userId, deviceId } }, { setId }) => {
  const [split] = await service.queries().select({ serverShare: splits.serverShare }).from(splits)
    .where(and(eq(splits.id, setId), eq(splits.userId, userId), eq(splits.deviceId, deviceId), eq(splits.isReleased, true)))
  if (!split) throw new Refusal('shareMissing')
  return { serverShare: service.keyring.open(split.serverShare, splitRow.serverShare(setId)).toString() }
})
