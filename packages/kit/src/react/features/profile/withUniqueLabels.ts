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

/**
 * A row for each account where the site selects the account, else a row for each wallet. Accounts
 * are in the order of their keys, so that no row moves when another account is selected.
 */
export const accountRows = (wallets: readonly ConnectedWallet[]): readonly ConnectedWallet[] =>
  wallets.flatMap((wallet) => {
    const [selected] = wallet.accounts
    if (!wallet.isSelectable || !selected) return [wallet]
    return [...wallet.accounts]
      .sort((a, b) => (addressKey(a.address) < addressKey(b.address) ? -1 : 1))
      .map((account) => ({
        ...wallet,
        accounts: [account],
        isCurrent: wallet.isCurrent && account === selected,
      }))
  })
