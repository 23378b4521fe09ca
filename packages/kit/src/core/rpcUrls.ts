import { joinUrl } from './joinUrl.ts'
import type { KitNetwork } from './network.ts'
import type { KitOptions } from './options.ts'

/** RPC URLs of a network in the order in which they are to be tried: the site's own; else our API's proxy, then the network's default. */
export function rpcUrlsOf({ networkId, network }: KitNetwork, { customRpcUrls, services }: KitOptions): readonly string[] {
  const custom = customRpcUrls?.[networkId]
  if (custom?.length) return custom
  const proxy = services?.api ? [joinUrl(services.api, `/v1?chainId=${encodeURIComponent(networkId)}`)] : []
  return [...proxy, ...network.rpcUrls.default.http]
}
