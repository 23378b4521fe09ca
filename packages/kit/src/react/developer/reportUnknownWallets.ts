import * as counts from '@latchkey/protocol/counts'
import type { Kit } from '../../core/kit/kit.ts'
import { createIdMatcher } from '../../core/options/createIdMatcher.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { reportFaults } from './reportFaults.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Reports to the site's developer the configured wallets that are unknown: they are not in the
 * catalogue, not among the site's `customWallets`, and not in this browser. No screen shows them.
 */
export async function reportUnknownWallets(kit: Kit): Promise<void> {
  const { featuredWalletIds = [], walletGroups = [], customWallets = [] } = contextOf(kit).options
  // the option `featuredWalletIds` also contains the wallets of the groups; they are reported once
  const grouped = new Set(walletGroups.flatMap(({ walletIds }) => walletIds))
  const lists = [
    ['featuredWalletIds', featuredWalletIds.filter((id) => !grouped.has(id))] as const,
    ...walletGroups.map(
      ({ walletIds }, at) => [`walletGroups[${at}].walletIds`, walletIds] as const,
    ),
  ]
  const include = [...new Set(lists.flatMap(([, ids]) => ids))].slice(0, counts.walletPage)
  // without a catalogue no wallet can be checked
  if (!contextOf(kit).api || include.length === 0) return
  // loaded here because only this check requests all configured wallets at once
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
