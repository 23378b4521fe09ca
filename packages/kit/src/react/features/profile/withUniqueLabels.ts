import { addressKey } from '@latchkey/protocol/address'
import type { ConnectedWallet } from '../../../core/accounts/connectedWallets.ts'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'

/**
 * A connected wallet with the texts for its row. `title` is shown beside the account. `label`
 * stands alone, so it is unique in the list.
 */
export type ListedWallet = ConnectedWallet & { title: string; label: string }

/**
 * Gives the wallets of a list unique labels. Wallets with the same name are distinguished by the
 * account, and by a number if they also have the same account.
 */
export function withUniqueLabels(wallets: readonly ConnectedWallet[]): readonly ListedWallet[] {
  const titled = wallets.map((wallet, at) => {
    const place = wallets.slice(0, at).filter((entry) => keyOf(entry) === keyOf(wallet)).length + 1
    return { ...wallet, title: place > 1 ? `${wallet.name} ${place}` : wallet.name }
  })
  return titled.map((wallet) => {
    const isUnique = titled.every((entry) => entry === wallet || entry.title !== wallet.title)
    return {
      ...wallet,
      label: isUnique
        ? wallet.title
        : `${wallet.title} (${truncateAddress(wallet.accounts[0]?.address ?? '')})`,
    }
  })
}

const keyOf = ({ name, accounts: [account] }: ConnectedWallet) =>
  `${name} ${addressKey(account?.address ?? '')}`
