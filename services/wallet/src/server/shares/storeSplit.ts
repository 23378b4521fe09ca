import type { Queries } from '@latchkey/server/db/database'
import type { addSplit } from '@latchkey/protocol/walletServer'
import { EnvelopeError, openFromVault } from '@latchkey/protocol/vaultEnvelope'
import { and, eq, isNull } from 'drizzle-orm'
import type * as v from 'valibot'
import { splits, vaultRequests } from '../db/schema.ts'
import type { Session } from '../logins/session.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { contactOf } from '../socials/identities.ts'
import { splitRow, storeRecovery } from './storedRecovery.ts'

type SplitParameters = v.InferOutput<(typeof addSplit)['params']>

/**
 * Checks that the account can be recovered with a split: its method is offered, and for the vault,
 * the vault can decrypt the envelope and there is an address for its warning.
 * @throws Refusal `methodNotOffered`
 */
export async function checkRecovery(
  service: Pick<Service, 'options' | 'queries' | 'keyring'>,
  session: Session,
  { split: { recovery } }: SplitParameters,
): Promise<void> {
  const { options } = service
  if (!options.recovery.some((method) => method === recovery.method))
    throw new Refusal('methodNotOffered')
  if (recovery.method !== 'vault' || !options.vault) return
  if ((await contactOf(service, session)) === null) throw new Refusal('methodNotOffered')
  await openFromVault({
    privateKey: options.vault.privateKey,
    userId: session.userId,
    envelope: recovery.blob,
  }).catch((error: unknown) => {
    throw error instanceof EnvelopeError ? new Refusal('methodNotOffered') : error
  })
}

/**
 * Stores a split of a device. This ends the device's recovery, including its vault request.
 * Call it in a transaction that has locked the user.
 * @throws Refusal `invalidRequest` when the id is taken
 */
export async function storeSplit(
  tx: Queries,
  { keyring, now }: Pick<Service, 'keyring' | 'now'>,
  { userId, deviceId }: Session,
  { setId, split }: SplitParameters,
): Promise<void> {
  await tx
    .update(splits)
    .set({ isReleased: false })
    .where(and(eq(splits.userId, userId), eq(splits.deviceId, deviceId)))
  await tx
    .update(splits)
    .set({ method: null, recovery: null })
    .where(and(eq(splits.userId, userId), eq(splits.method, split.recovery.method)))
  await endUnusableSplits(tx, userId)
  await tx.delete(vaultRequests).where(eq(vaultRequests.deviceId, deviceId))
  const stored = await tx
    .insert(splits)
    .values({
      id: setId,
      userId,
      deviceId,
      isReleased: true,
      method: split.recovery.method,
      createdAt: now(),
      serverShare: keyring.seal(split.serverShare, splitRow.serverShare(setId)),
      recovery: keyring.seal(storeRecovery(split.recovery), splitRow.recovery(setId)),
    })
    .onConflictDoNothing({ target: splits.id })
    .returning({ id: splits.id })
  if (stored.length === 0) throw new Refusal('invalidRequest')
}

/** Deletes splits that belong to neither a device nor a recovery. */
export async function endUnusableSplits(tx: Queries, userId: string): Promise<void> {
  await tx
    .delete(splits)
    .where(and(eq(splits.userId, userId), eq(splits.isReleased, false), isNull(splits.method)))
}
