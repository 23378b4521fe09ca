import type { Connector } from '../core/connectorSource.ts'
import { namedBy } from '../core/namedBy.ts'
import type { KitOptions } from '../core/options.ts'

type Listed = Pick<Connector, 'id' | 'name'> & { type?: Connector['type'] }

/**
 * Tells whether a site lists a wallet, by all that speaks of it: nothing that it excludes, and where it includes some, only those,
 * what it features and what it names itself. The way to phones is no wallet.
 */
export function isListed({ includeWalletIds = [], excludeWalletIds, featuredWalletIds = [], customWallets = [] }: Pick<KitOptions, 'includeWalletIds' | 'excludeWalletIds' | 'featuredWalletIds' | 'customWallets'>): (...known: readonly Listed[]) => boolean {
  const isExcluded = namedBy(excludeWalletIds)
  const isIncluded = namedBy([...includeWalletIds, ...featuredWalletIds, ...customWallets.flatMap(({ id, name, rdns = id }) => [id, name, rdns])])
  return (...known) => !known.some(isExcluded) && (includeWalletIds.length === 0 || known.some((one) => one.type === 'walletConnect' || isIncluded(one)))
}
