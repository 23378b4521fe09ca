import type { ConnectedWallet } from '../../../core/connectedWallets.ts'
import { truncateAddress } from '../../ui/truncateAddress.ts'

/**
 * A connected wallet with the texts of its row: `title` is read beside its account; `label` is used
 * alone and is unique in the list.
 */
export type ListedWallet = ConnectedWallet & { title: string; label: string }

/**
 * The wallets of a list with unique labels: equal names are distinguished by account, and by a
 * number if even the account is the same.
 */
export function withUniqueLabels(wallets: readonly ConnectedWallet[]): readonly ListedWallet[] {
  const titled = wallets.map((wallet, at) => {
    const place = wallets.slice(0, at).filter((other) => keyOf(other) === keyOf(wallet)).length + 1
    return { ...wallet, title: place > 1 ? `${wallet.name} ${place}` : wallet.name }
  })
  return titled.map((wallet) => {
    const isUnique = titled.every((other) => other === wallet || other.title !== wallet.title)
    return {
      ...wallet,
      label: isUnique
        ? wallet.title
        : `${wallet.title} (${truncateAddress(wallet.accounts[0] ?? '')})`,
    }
  })
}

const keyOf = ({ name, accounts: [address = ''] }: ConnectedWallet) =>
  `${name} ${address.toLowerCase()}`
