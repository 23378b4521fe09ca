import { fromBase64url } from '@latchkey/protocol/base64'
import { getShare } from '@latchkey/protocol/walletServer'
import { hasEntry } from '@latchkey/protocol/walletAddresses'
import { fault, isFault } from '../bridge/Fault.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { withKeys } from './deriveKeys.ts'
import type { Keys } from './deriveKeys.ts'
import {
  forgetShare,
  isOf,
  forgetOtherAccounts,
  openShare,
  readAccount,
  readPending,
  acceptPending,
} from './deviceShare.ts'
import type { StoredAccount } from './deviceShare.ts'
import { joinShares } from './splitEntropy.ts'
import { wipe } from './wipe.ts'

/**
 * Joins the device's share and the server's share, calls `work` with the entropy and its keys, and
 * then wipes them.
 * @throws Fault `loginRequired` when this browser has no share, or another user is logged in;
 *   `shareMissing` when the server has no matching share; `accountDiffers` when the shares do not
 *   match
 */
export async function withEntropy<result>(
  wallet: Wallet,
  work: (entropy: Uint8Array<ArrayBuffer>, keys: Keys) => Promise<result>,
  signal?: AbortSignal,
): Promise<result> {
  const current = await readAccount(wallet.store)
  if (!current) throw fault('loginRequired')
  const { account, serverShare } = await askShare(wallet, current, signal)
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

/**
 * Gets the server's share and the matching share of this device. The device's share may be another
 * than the one in `account`, if a new split was stored meanwhile, or if the answer about a new
 * split was lost.
 */
async function askShare(
  wallet: Wallet,
  account: StoredAccount,
  signal?: AbortSignal,
): Promise<{ account: StoredAccount; serverShare: string }> {
  const ask = async (stored: StoredAccount) => {
    try {
      return {
        account: stored,
        ...(await wallet.server.call(getShare, { setId: stored.setId }, { signal })),
      }
    } catch (error) {
      if (isFault(error, 'shareMissing')) return undefined
      throw error
    }
  }
  const found = await ask(account)
  if (found) return found
  const { store } = wallet
  const pending = await readPending(store, account)
  const foundPending = pending && (await ask(pending))
  if (foundPending) {
    await acceptPending(store, foundPending.account)
    return foundPending
  }
  // another window may have stored a new split
  const current = await readAccount(store)
  const foundCurrent = current && current.setId !== account.setId && (await ask(current))
  if (foundCurrent) return foundCurrent
  // another user may have logged in, whose splits do not match these shares
  wallet.session.forget()
  const user = await wallet.session.read(signal)
  if (!isOf(account, user)) {
    await forgetOtherAccounts(store, user)
    throw fault('loginRequired')
  }
  await forgetShare(store, account)
  throw fault('shareMissing')
}

/**
 * Calls `work` with the keys for a request that the visitor has approved. The keys have to be those
 * of the approved account, because another login may have replaced the account meanwhile.
 * @param address an entry of the account's record: an address, or on Bitcoin the public keys
 * @throws Fault 4100 for the keys of another account, and the faults of `withEntropy`
 */
export function withKeysOf<result>(
  wallet: Wallet,
  address: string,
  work: (keys: Keys) => Promise<result>,
): Promise<result> {
  return withEntropy(wallet, async (_, keys) => {
    if (!hasEntry(keys.addresses, address)) throw fault('unauthorized')
    return work(keys)
  })
}
