import { images } from '@latchkey/protocol/images'
import type { NetworkId } from '@latchkey/protocol/caip'
import { joinUrl } from '../core/http/joinUrl.ts'
import type { Kit } from '../core/kit/kit.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Returns the URL of a network's picture, from the site or else its API; undefined if there is
 * none.
 */
export function imageUrl(kit: Kit, networkId: NetworkId): string | undefined {
  const siteIcon = contextOf(kit).options.networkIcons?.[networkId]
  if (siteIcon) return siteIcon
  const api = contextOf(kit).api?.apiUrl
  return api && joinUrl(api, images.network.replace('{networkId}', encodeURIComponent(networkId)))
}

/**
 * Returns the URL of a token's picture, which the site's API finds by the symbol; undefined without
 * an API. Use it only for a token of a token list, because a fake token can have any symbol.
 */
export function tokenImageUrl(kit: Kit, symbol: string): string | undefined {
  const api = contextOf(kit).api?.apiUrl
  return api && joinUrl(api, images.token.replace('{symbol}', encodeURIComponent(symbol)))
}
