import { images } from '@latchkey/protocol/images'
import type { NetworkId } from '@latchkey/protocol/caip'
import { joinUrl } from '../core/joinUrl.ts'
import type { Kit } from '../core/kit.ts'

/** The picture of a network: the site's own, else its API's; undefined without either. */
export function imageUrl(kit: Kit, networkId: NetworkId): string | undefined {
  const siteIcon = kit.context.options.networkIcons?.[networkId]
  if (siteIcon) return siteIcon
  const api = kit.context.api?.apiUrl
  return api && joinUrl(api, images.network.replace('{networkId}', encodeURIComponent(networkId)))
}

/**
 * The picture of a token that the site's API knows by its symbol; undefined without an API. Only
 * for tokens of a list: anyone may give a token the symbol of another.
 */
export function tokenImageUrl(kit: Kit, symbol: string): string | undefined {
  const api = kit.context.api?.apiUrl
  return api && joinUrl(api, images.token.replace('{symbol}', encodeURIComponent(symbol)))
}
