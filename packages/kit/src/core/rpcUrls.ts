import { joinUrl } from './joinUrl.ts'
import type { KitNetwork } from './network.ts'
import type { KitOptions } from './options.ts'
import { ownUrl } from './ownUrl.ts'

/**
 * RPC URLs of a network in the order of use: the site's own; else our API's proxy, then the network's default. The
 * proxy gets the site's `projectId`, as every read of the API does (spec section 7): without it an API that lists its projects refuses.
 */
export function rpcUrlsOf({ networkId, network }: KitNetwork, { customRpcUrls, projectId, services }: KitOptions): readonly string[] {
  const custom = customRpcUrls?.[networkId]
  if (custom?.length) return custom
  const query = new URLSearchParams({ chainId: networkId, ...(projectId && { projectId }) })
  const proxy = services?.api ? [joinUrl(ownUrl(services.api), `/v1?${query}`)] : []
  return [...proxy, ...network.rpcUrls.default.http]
}
