import type { Connector } from '../../core/contracts/connectorSource.ts'
import { createIdMatcher } from '../../core/options/createIdMatcher.ts'
import type { KitOptions } from '../../core/options/options.ts'

type Listed = Pick<Connector, 'id' | 'name'> & { type?: Connector['type'] }

/**
 * Creates the test whether a site lists a wallet. It gets all entries about the wallet. Excluded
 * wallets are not listed. If the site includes some wallets, only these are listed, and the wallets
 * that it features or describes itself. The connector for phones need not be included: it is no
 * wallet.
 */
export function isListed({
  includeWalletIds = [],
  excludeWalletIds,
  featuredWalletIds = [],
  customWallets = [],
}: Pick<
  KitOptions,
  'includeWalletIds' | 'excludeWalletIds' | 'featuredWalletIds' | 'customWallets'
>): (...known: readonly Listed[]) => boolean {
  const isExcluded = createIdMatcher(excludeWalletIds)
  const isIncluded = createIdMatcher([
    ...includeWalletIds,
    ...featuredWalletIds,
    ...customWallets.flatMap(({ id, name, rdns = id }) => [id, name, rdns]),
  ])
  return (...known) =>
    !known.some(isExcluded) &&
    (includeWalletIds.length === 0 ||
      known.some((entry) => entry.type === 'walletConnect' || isIncluded(entry)))
}
