import { toBase64url } from '@latchkey/protocol/base64'
import { addSplit } from '@latchkey/protocol/walletServer'
import { isSameRecord } from '@latchkey/protocol/walletAddresses'
import type { WalletAddresses } from '@latchkey/protocol/walletAddresses'
import type * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import { withLock } from '../device/withLock.ts'
import { isTransient } from '../server/isTransient.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { withKeys } from './deriveKeys.ts'
import { storePending, takeAccount, acceptPending } from './deviceShare.ts'
import { sealRecovery } from './sealRecovery.ts'
import type { Guard } from './sealRecovery.ts'
import { splitEntropy } from './splitEntropy.ts'
import { wipe } from './wipe.ts'

/** Maximum of attempts to send a split to the server. */
const attempts = 3

/**
 * Splits an entropy again for this device, with shares that do not match those of other splits. The
 * device's share is stored as pending before the request to the server. If the answer is lost,
 * `withEntropy` finds out whether the pending or the earlier share matches the server's share.
 * @param expected the account's addresses according to the server
 * @throws Fault `accountDiffers` when the entropy belongs to another account
 */
export async function resplit(
  wallet: Wallet,
  {
    entropy,
    expected,
    guard,
    signal,
  }: {
    entropy: Uint8Array<ArrayBuffer>
    expected: WalletAddresses
    guard: Guard
    signal?: AbortSignal
  },
): Promise<void> {
  const addresses = await withKeys(entropy, async (keys) => keys.addresses)
  if (!isSameRecord(addresses, expected)) throw fault('accountDiffers')
  const shares = await splitEntropy(entropy)
  try {
    const recovery = await sealRecovery(wallet, guard, shares.recovery)
    const setId = crypto.randomUUID()
    // the lock allows only one pending share at a time
    await withLock(`split ${addresses.eip155}`, async () => {
      const pending = await storePending(wallet.store, wallet.device, {
        setId,
        addresses,
        share: shares.device,
      })
      await hand(
        wallet,
        { setId, addresses, split: { serverShare: toBase64url(shares.server), recovery } },
        signal,
      )
      await acceptPending(wallet.store, pending)
      await takeAccount(wallet.store, addresses.eip155)
    })
  } finally {
    wipe(shares.device, shares.server, shares.recovery)
  }
}

/**
 * Sends a split to the server. Sending the same id again changes nothing and repeats a lost
 * answer.
 */
async function hand(
  { server }: Wallet,
  params: v.InferInput<typeof addSplit.params>,
  signal?: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await server.call(addSplit, params, { signal })
      return
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error
    }
  }
}
