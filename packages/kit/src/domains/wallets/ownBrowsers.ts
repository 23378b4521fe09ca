import { createIdMatcher } from '../../core/options/createIdMatcher.ts'
import type { KitOptions } from '../../core/options/options.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'

/**
 * Wallets of EVM networks whose in-app browser a link can open. Phones need them on sites without a
 * relay and without an API. They are copies of the rows with such a link in
 * `services/api/data/wallets.json`.
 */
const known: readonly Wallet[] = [
  {
    id: 'io.metamask',
    name: 'MetaMask',
    rdns: 'io.metamask',
    in_app_browser: 'https://metamask.app.link/dapp/',
  },
  {
    id: 'app.phantom',
    name: 'Phantom',
    rdns: 'app.phantom',
    in_app_browser: 'https://phantom.app/ul/browse/',
  },
]

/**
 * The wallets whose in-app browser can open the page on a phone: first wallets of the lists, then
 * the `known` wallets. Without duplicates, and without wallets that the site excludes.
 */
export function ownBrowsers(
  listed: readonly Wallet[],
  { includeWalletIds, excludeWalletIds }: Pick<KitOptions, 'includeWalletIds' | 'excludeWalletIds'>,
): readonly Wallet[] {
  const isExcluded = createIdMatcher(excludeWalletIds)
  const isIncluded = includeWalletIds ? createIdMatcher(includeWalletIds) : () => true
  const rest = known.filter(
    (wallet) =>
      isIncluded(wallet) &&
      listed.every(({ id, rdns }) => id !== wallet.id && rdns !== wallet.rdns),
  )
  return [...listed, ...rest].filter((wallet) => wallet.in_app_browser && !isExcluded(wallet))
}
