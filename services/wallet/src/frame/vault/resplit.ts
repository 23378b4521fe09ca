import { toBase64url } from '@latchkey/protocol/base64url'
import { addSplit } from '@latchkey/protocol/walletServer'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { withKeys } from './deriveKeys.ts'
import { storeShare, takeAccount } from './deviceShare.ts'
import { sealRecovery } from './sealRecovery.ts'
import type { Guard } from './sealRecovery.ts'
import { splitEntropy } from './splitEntropy.ts'
import { wipe } from './wipe.ts'

/**
 * Splits an entropy anew for this device: the shares of other splits do not fit to these.
 * @param expected the account's addresses, as the server names them
 * @throws Fault `accountDiffers` when the entropy is that of another account
 */
export async function resplit(wallet: Wallet, { entropy, expected, guard, signal }: { entropy: Uint8Array<ArrayBuffer>; expected: WalletAddresses; guard: Guard; signal?: AbortSignal }): Promise<void> {
  const addresses = await withKeys(entropy, async (keys) => keys.addresses)
  if (addresses.eip155 !== expected.eip155 || addresses.solana !== expected.solana) throw fault('accountDiffers')
  const shares = await splitEntropy(entropy)
  try {
    const recovery = await sealRecovery(wallet, guard, shares.recovery)
    const { setId } = await wallet.server.call(addSplit, { setId: crypto.randomUUID(), addresses, split: { serverShare: toBase64url(shares.server), recovery } }, { signal })
    await storeShare(wallet.keep, wallet.device, { setId, addresses, share: shares.device })
    await takeAccount(wallet.keep, addresses.eip155)
  } finally {
    wipe(shares.device, shares.server, shares.recovery)
  }
}
