import { toBase64url } from '@latchkey/protocol/base64'
import { createAccount } from '@latchkey/protocol/walletServer'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import type { Wallet } from '../wallet/Wallet.ts'
import { storeShare, takeAccount } from './deviceShare.ts'
import { entropyLength } from './phraseOf.ts'
import { sealRecovery } from './sealRecovery.ts'
import type { Guard } from './sealRecovery.ts'
import { splitEntropy } from './splitEntropy.ts'
import { wipe } from './wipe.ts'
import { withKeys } from './deriveKeys.ts'

/**
 * Creates the user's account: a new phrase, its addresses, its three shares. The device's share is
 * stored before the request to the server, so that an account never exists without this share.
 * @throws Fault `accountExists` when this device has created the account in another tab;
 *   `loginRequired` when another device has created it: this login has then ended
 */
export async function createFirst(
  wallet: Wallet,
  guard: Guard,
  signal?: AbortSignal,
): Promise<WalletAddresses> {
  const entropy = crypto.getRandomValues(new Uint8Array(entropyLength))
  try {
    const addresses = await withKeys(entropy, async (keys) => keys.addresses)
    const shares = await splitEntropy(entropy)
    try {
      const recovery = await sealRecovery(wallet, guard, shares.recovery)
      const setId = crypto.randomUUID()
      await storeShare(wallet.store, wallet.device, { setId, addresses, share: shares.device })
      const made = await wallet.server.call(
        createAccount,
        { setId, addresses, split: { serverShare: toBase64url(shares.server), recovery } },
        { signal },
      )
      if (made.setId !== setId)
        await storeShare(wallet.store, wallet.device, {
          setId: made.setId,
          addresses,
          share: shares.device,
        })
      await takeAccount(wallet.store, addresses.eip155)
      return addresses
    } finally {
      wipe(shares.device, shares.server, shares.recovery)
    }
  } finally {
    wipe(entropy)
  }
}
