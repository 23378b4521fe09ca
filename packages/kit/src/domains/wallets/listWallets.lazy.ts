import * as counts from '@latchkey/protocol/counts'
import { images } from '@latchkey/protocol/images'
import { createNameSearch } from '@latchkey/protocol/nameSearch'
import { getWallets, mainNetworks } from '@latchkey/protocol/walletList'
import type { WalletRow } from '@latchkey/protocol/walletList'
import { callApi } from '../../core/http/callApi.ts'
import { joinUrl } from '../../core/http/joinUrl.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { ownUrl } from '../../core/options/ownUrl.ts'
import { foreignPicture } from '../../core/http/foreignPicture.ts'
import type { Wallet, WalletList, WalletListParameters } from '../../core/contracts/wallet.ts'
import { createIdMatcher } from '../../core/options/createIdMatcher.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * A page of all wallets, for a site that shows its own list. It has the wallets of {@link
 * listCatalogue}. The first page begins with the site's own wallets, whose descriptions replace
 * those of the catalogue. `count` includes both; a wallet that is in both is counted once if it is
 * on this page.
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
 */
export async function listWallets(
  kit: Kit,
  requested: WalletListParameters = {},
): Promise<WalletList> {
  const list = await listCatalogue(kit, requested)
  if (!contextOf(kit).api) return list
  const { customWallets = [], excludeWalletIds = [] } = contextOf(kit).options
  const own = customWallets.filter(matchesParameters({ exclude: excludeWalletIds }))
  const ownOf = ({ id, rdns = id }: Wallet) =>
    own.find((wallet) => wallet.id === id || (wallet.rdns ?? wallet.id) === rdns)
  const first = foundIn(own, requested)
  const rest = [...new Set(list.wallets.map((wallet) => ownOf(wallet) ?? wallet))].filter(
    (wallet) => !first.includes(wallet),
  ) // the catalogue may find a wallet by its id and again by its reverse domain name
  return {
    count: list.count + first.length - (list.wallets.length - rest.length),
    wallets: (requested.page ?? 1) === 1 ? [...first, ...rest] : rest,
  }
}

/**
 * Wallets of the API's catalogue that support a namespace of the site, in the catalogue's order.
 * Without an API, the site's own wallets. See docs/contracts/api.md#wallet-list.
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
 */
export async function listCatalogue(
  kit: Kit,
  requested: WalletListParameters = {},
): Promise<WalletList> {
  const { api, networks, options } = contextOf(kit)
  const { includeWalletIds, excludeWalletIds = [] } = options
  const parameters = {
    ...requested,
    include: requested.include ?? includeWalletIds,
    exclude: [...new Set([...excludeWalletIds, ...(requested.exclude ?? [])])],
  }
  if (!api) return listCustom(kit, parameters)
  const {
    page = 1,
    entries = counts.walletPage,
    search,
    include,
    exclude,
    platform,
    badge,
    signal,
  } = parameters
  const chains = new Set(networks.map(({ namespace }) => mainNetworks[namespace]))
  const query = {
    page,
    entries,
    search: search?.slice(0, counts.walletSearch),
    include: commaList(include),
    exclude: commaList(exclude),
    chains: [...chains].join(','),
    platform,
    badge,
  }
  const { count, data } = await callApi(api, getWallets, { query, signal })
  return {
    count,
    wallets: data.map((row) => withPicture(row, api.apiUrl)).filter(matchesParameters(parameters)),
  }
}

/**
 * The ids as a list for the query. An id with a comma can't be sent; {@link matchesParameters}
 * applies it to the answer.
 */
function commaList(ids: readonly string[] = []): string | undefined {
  const sent = ids
    .filter((id) => !id.includes(',') && id.length <= counts.walletId)
    .slice(0, counts.walletIds)
  return sent.join(',') || undefined
}

/**
 * Creates the filter that is applied to the answer. The service may not know names of wallets, may
 * accept fewer ids than a site has, and may ignore the platform.
 */
function matchesParameters({
  include,
  exclude,
  platform,
  badge,
}: WalletListParameters): (wallet: Wallet) => boolean {
  const isIncluded = createIdMatcher(include)
  const isExcluded = createIdMatcher(exclude)
  return (wallet) => {
    const { rdns, name } = wallet
    const own = [wallet, ...(rdns ? [{ id: rdns, name }] : [])]
    return (
      (!include?.length || own.some(isIncluded)) &&
      !own.some(isExcluded) &&
      (!platform || hasApp(wallet, platform)) &&
      (!badge || (wallet.badge_type ?? 'none') === badge)
    )
  }
}

function hasApp(
  { mobile_link, link_mode, app_store, play_store }: Wallet,
  platform: NonNullable<WalletListParameters['platform']>,
): boolean {
  return Boolean(mobile_link ?? link_mode ?? (platform === 'ios' ? app_store : play_store))
}

function withPicture(row: WalletRow, apiUrl: string): Wallet {
  const picture =
    row.image_id &&
    joinUrl(ownUrl(apiUrl), images.wallet.replace('{walletId}', encodeURIComponent(row.image_id)))
  return { ...row, image_url: foreignPicture(row.image_url, apiUrl) ?? picture }
}

function listCustom(
  kit: Kit,
  { page = 1, entries = counts.walletPage, ...requested }: WalletListParameters,
): WalletList {
  const found = foundIn(contextOf(kit).options.customWallets ?? [], requested)
  return { count: found.length, wallets: found.slice((page - 1) * entries, page * entries) }
}

function foundIn(
  wallets: readonly Wallet[],
  { search, ...requested }: WalletListParameters,
): readonly Wallet[] {
  const some = wallets.filter(matchesParameters(requested))
  return search ? createNameSearch(some)(search) : some
}
