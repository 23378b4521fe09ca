import { addressKey, isSameAddress } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import type { SwapToken } from '../../core/contracts/facets/swap.ts'
import type { Kit } from '../../core/kit/kit.ts'

/** The query of the tokens that can be swapped on a network; read once an hour. */
export function swapTokensQuery(kit: Kit, networkId: NetworkId) {
  return {
    queryKey: ['swap-tokens', networkId] as const,
    staleTime: times.swapTokens,
    gcTime: times.swapTokens,
    networkMode: 'always' as const, // without a network the query fails
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly SwapToken[]> =>
      (await facetOf(kit, networkId, 'swap')).readTokens({ networkId, signal }),
  }
}

/** The query of one token that may not be in the list; see `readSwapToken`. */
export function swapTokenQuery(kit: Kit, networkId: NetworkId, address: string) {
  return {
    queryKey: ['swap-token', networkId, addressKey(address)] as const,
    networkMode: 'always' as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<SwapToken> =>
      readSwapToken(kit, networkId, address, signal),
  }
}

/**
 * Reads one token that may not be in the list, by its address: from the service, else from its
 * contract.
 * @throws KitError actionNotAllowed if it is not a token; errors of the service and the node
 */
export async function readSwapToken(
  kit: Kit,
  networkId: NetworkId,
  address: string,
  signal?: AbortSignal,
): Promise<SwapToken> {
  const listed = await (await facetOf(kit, networkId, 'swap')).readTokens({
    networkId,
    token: address,
    signal,
  })
  const known = listed.find(
    (token) => token.address !== undefined && isSameAddress(token.address, address),
  )
  if (known) return known
  const assets = await facetOf(kit, networkId, 'assets')
  const token = await assets.readToken?.({ address, networkId, signal })
  if (!token) throw kitError('actionNotAllowed', { details: 'This network has no tokens.' })
  return { ...token, id: `${networkId}:${token.address}`, name: token.symbol }
}
