import * as counts from '@latchkey/protocol/counts'
import type { Kit } from '../../core/kit/kit.ts'
import { createIdMatcher } from '../../core/options/createIdMatcher.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { reportFaults } from './reportFaults.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Reports to the site's developer which of the configured wallets are unknown: they are neither in
 * the catalogue, nor the site's, nor in this browser. They are shown nowhere.
 */
export async function reportUnknownWallets(kit: Kit): Promise<void> {
  const { featuredWalletIds = [], walletGroups = [], customWallets = [] } = contextOf(kit).options
  // the kit features these wallets, too
  const grouped = new Set(walletGroups.flatMap(({ walletIds }) => walletIds))
  const lists = [
    ['featuredWalletIds', featuredWalletIds.filter((id) => !grouped.has(id))] as const,
    ...walletGroups.map(
      ({ walletIds }, at) => [`walletGroups[${at}].walletIds`, walletIds] as const,
    ),
  ]
  const include = [...new Set(lists.flatMap(([, ids]) => ids))].slice(0, counts.walletPage)
  // without the catalogue nothing can be checked
  if (!contextOf(kit).api || include.length === 0) return
  // only this check requests all of them at once
  const found = await import('../../domains/wallets/listWallets.lazy.ts')
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
