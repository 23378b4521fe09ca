import { joinUrl } from '../http/joinUrl.ts'
import type { KitNetwork } from '../contracts/network.ts'
import type { KitOptions } from './options.ts'
import { ownUrl } from './ownUrl.ts'

/**
 * RPC URLs of a network, in the order of use:
 * - the site's own
 * - without them: the API's proxy. Then the network's default URLs, only if the site permits it
 *   (`publicNodes`), because these nodes may belong to companies that the site did not name
 * - without an API: the network's default URLs
 *
 * The proxy gets the site's `projectId`, as every read of the API does: an API that lists its
 * projects refuses requests without one.
 */
export function rpcUrlsOf(
  { networkId, network }: KitNetwork,
  { customRpcUrls, projectId, publicNodes, services }: KitOptions,
): readonly string[] {
  const custom = customRpcUrls?.[networkId]
  if (custom?.length) return custom
  const own = network.rpcUrls.default.http
  if (!services?.api) return own
  const query = new URLSearchParams({ chainId: networkId, ...(projectId && { projectId }) })
  return [joinUrl(ownUrl(services.api), `/v1?${query}`), ...(publicNodes ? own : [])]
}
