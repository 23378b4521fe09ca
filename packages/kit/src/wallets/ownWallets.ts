import type { Kit } from '../core/kit.ts'
import { namedBy } from '../core/namedBy.ts'
import type { Wallet, WalletList } from '../core/wallet.ts'
import { identityOfWallet, isSameWallet } from './walletIdentity.ts'

/** The wallets that the site names itself, but for those that it excludes. */
export function customWallets({ context: { options } }: Kit): readonly Wallet[] {
  const { customWallets = [], excludeWalletIds } = options
  const isExcluded = namedBy(excludeWalletIds)
  return customWallets.filter((wallet) => !isExcluded(wallet))
}

/** The wallets, each once; the site's own word on a wallet stands for the catalogue's, by whatever id that has it. */
export function asOwn(kit: Kit, wallets: readonly Wallet[]): readonly Wallet[] {
  const ownOf = findOwn(kit)
  return unique(wallets.map((wallet) => ownOf(wallet) ?? wallet))
}

/** How many there are with those that the site names itself; one that this page of the catalogue has as well counts once. */
export function countAll(kit: Kit, { count, wallets }: WalletList): number {
  const ownOf = findOwn(kit)
  return kit.context.api ? count + customWallets(kit).length - new Set(wallets.flatMap((wallet) => ownOf(wallet) ?? [])).size : count
}

/** Finds the wallet that the site names itself and that the catalogue has by another id, by the rule of the Connect screen. */
export function findOwn(kit: Kit): (wallet: Wallet) => Wallet | undefined {
  const own = customWallets(kit).map((wallet) => ({ wallet, identity: identityOfWallet(wallet) }))
  return (wallet) => own.find(({ identity }) => isSameWallet(identity, identityOfWallet(wallet)))?.wallet
}

/** The wallets, each once. */
export function unique(wallets: readonly Wallet[]): readonly Wallet[] {
  const seen = new Set<string>()
  return wallets.filter(({ id }) => !seen.has(id) && seen.add(id))
}
