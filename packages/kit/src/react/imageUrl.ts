import { images } from '@latchkey/protocol/images'
import type { NetworkId } from '@latchkey/protocol/caip'
import { joinUrl } from '../core/http/joinUrl.ts'
import type { Kit } from '../core/kit/kit.ts'
import { contextOf } from '../core/kit/context.ts'

/** Returns the picture of a network: the site's own, else its API's; undefined without either. */
export function imageUrl(kit: Kit, networkId: NetworkId): string | undefined {
  const siteIcon = contextOf(kit).options.networkIcons?.[networkId]
  if (siteIcon) return siteIcon
  const api = contextOf(kit).api?.apiUrl
  return api && joinUrl(api, images.network.replace('{networkId}', encodeURIComponent(networkId)))
}

/**
 * Returns the picture of a token by its symbol from the site's API; undefined without an API. It is
 * only for tokens of a list: any token may have the symbol of another.
 */
export function tokenImageUrl(kit: Kit, symbol: string): string | undefined {
  const api = contextOf(kit).api?.apiUrl
  return api && joinUrl(api, images.token.replace('{symbol}', encodeURIComponent(symbol)))
}
