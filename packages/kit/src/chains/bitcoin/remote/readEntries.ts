import { isBitcoinAddress } from '@latchkey/protocol/chains/bitcoin'
import { walletAccounts } from '@latchkey/protocol/counts'
import type { AccountPurpose, SharedAccount } from '../../../core/accounts/sharedAccount.ts'
import { listIn, partOf } from '../../../core/requests/readParts.ts'

/** The purposes by the words of WalletConnect's bip122. */
const purposes: Readonly<Record<string, AccountPurpose>> = {
  payment: 'payment',
  ordinal: 'ordinals',
  ordinals: 'ordinals',
}

/**
 * Reads a list of a wallet's addresses. An entry is an address, a CAIP-10 id, or an object with
 * `address`, `publicKey` and `intention`. Entries of other forms are left out.
 * @param intention the intention of entries that name none
 */
export function readEntries(list: unknown, intention?: string): readonly SharedAccount[] {
  return listIn(list, walletAccounts).flatMap((entry): SharedAccount[] => {
    const text = typeof entry === 'string' ? entry : partOf(entry, 'address')
    if (typeof text !== 'string' || text.length > 200) return []
    const address = text.slice(text.lastIndexOf(':') + 1)
    if (!isBitcoinAddress(address)) return []
    const publicKey = partOf(entry, 'publicKey')
    const word = partOf(entry, 'intention') ?? intention
    const purpose =
      typeof word === 'string' && Object.hasOwn(purposes, word) ? purposes[word] : undefined
    return [
      {
        address,
        ...(typeof publicKey === 'string' && { publicKey }),
        ...(purpose && { purpose }),
      },
    ]
  })
}
