import { hasRestNodes } from '@latchkey/protocol/hasRestNodes'
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
 * The proxy of a chain whose nodes have paths is itself a base of paths.
 *
 * The proxy gets the site's `projectId`, as every read of the API does: an API that lists its
 * projects refuses requests without one.
 */
export function rpcUrlsOf(
  { networkId, namespace, network }: KitNetwork,
  { customRpcUrls, projectId, publicNodes, services }: KitOptions,
): readonly string[] {
  const custom = customRpcUrls?.[networkId]
  if (custom?.length) return custom
  const own = network.rpcUrls.default.http
  if (!services?.api) return own
  const project: Record<string, string> = projectId ? { projectId } : {}
  const proxy = hasRestNodes(namespace)
    ? withQuery(`/v1/esplora/${networkId}`, project)
    : withQuery('/v1', { chainId: networkId, ...project })
  return [joinUrl(ownUrl(services.api), proxy), ...(publicNodes ? own : [])]
}

function withQuery(path: string, values: Record<string, string>): string {
  const query = new URLSearchParams(values).toString()
  return query === '' ? path : `${path}?${query}`
}
