import * as counts from '@latchkey/protocol/counts'
import type { Kit } from '../../core/kit.ts'
import { createIdMatcher } from '../../core/createIdMatcher.ts'
import { optionInvalid } from '../../core/optionInvalid.ts'
import { reportFaults } from './reportFaults.ts'

/**
 * Tells a site's developer which wallets it names that nobody knows: neither the catalogue, nor the
 * site, nor this browser. They show nowhere.
 */
export async function reportUnknownWallets(kit: Kit): Promise<void> {
  const { featuredWalletIds = [], walletGroups = [], customWallets = [] } = kit.context.options
  // the kit features them, too
  const grouped = new Set(walletGroups.flatMap(({ walletIds }) => walletIds))
  const lists = [
    ['featuredWalletIds', featuredWalletIds.filter((id) => !grouped.has(id))] as const,
    ...walletGroups.map(
      ({ walletIds }, at) => [`walletGroups[${at}].walletIds`, walletIds] as const,
    ),
  ]
  const include = [...new Set(lists.flatMap(([, ids]) => ids))].slice(0, counts.walletPage)
  if (!kit.context.api || include.length === 0) return // without the catalogue nobody knows
  // only this check asks for them all at once
  const found = await import('../../wallets/listWallets.ts')
    .then(({ listCatalogue }) => listCatalogue(kit, { include, entries: include.length }))
    .catch(() => undefined)
  if (!found) return
  const known = [
    ...found.wallets.flatMap(({ id, name, rdns }) => [
      { id, name },
      { id: rdns ?? id, name },
    ]),
    ...customWallets.flatMap(({ id, name, rdns = id }) => [
      { id, name },
      { id: rdns, name },
    ]),
    ...kit.getState().connectors,
  ]
  const isKnown = (id: string) => known.some(createIdMatcher([id]))
  reportFaults(
    kit,
    lists.flatMap(([option, ids]) => {
      const unknown = ids.filter((id) => include.includes(id) && !isKnown(id))
      return unknown.length > 0
        ? optionInvalid(
            option,
            `names ${unknown.map((id) => `"${id}"`).join(', ')}, which no catalogue has`,
            'Pass ids of the catalogue, or reverse domain names such as "io.metamask".',
          )
        : []
    }),
  )
}
