import { fromBase64url } from '@latchkey/protocol/base64url'
import { getShare } from '@latchkey/protocol/walletServer'
import { fault, isFault } from '../bridge/Fault.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { withKeys } from './deriveKeys.ts'
import type { Keys } from './deriveKeys.ts'
import { forgetShare, openShare, readAccount } from './deviceShare.ts'
import { joinShares } from './splitEntropy.ts'
import { wipe } from './wipe.ts'

/**
 * Joins the device's share and the server's, hands the entropy and its keys to `work`, and wipes them.
 * @throws Fault `loginRequired` when this browser has no share, `shareMissing` when the server has none for it, `accountDiffers` when they do not fit
 */
export async function withEntropy<result>(wallet: Wallet, work: (entropy: Uint8Array<ArrayBuffer>, keys: Keys) => Promise<result>, signal?: AbortSignal): Promise<result> {
  const account = await readAccount(wallet.keep)
  if (!account) throw fault('loginRequired')
  const { serverShare } = await wallet.server.call(getShare, { setId: account.setId }, { signal }).catch(async (error: unknown) => {
    if (isFault(error, 'shareMissing')) await forgetShare(wallet.keep, account)
    throw error
  })
  const server = fromBase64url(serverShare)
  let device: Uint8Array<ArrayBuffer> | undefined
  let entropy: Uint8Array<ArrayBuffer> | undefined
  try {
    device = await openShare(wallet.device, account)
    const joined = (entropy = await joinShares(server, device))
    return await withKeys(joined, async (keys) => {
      // a wrong share gives other keys, not an error
      if (keys.addresses.eip155 !== account.addresses.eip155) throw fault('accountDiffers')
      return work(joined, keys)
    })
  } finally {
    wipe(server, device, entropy)
  }
}
