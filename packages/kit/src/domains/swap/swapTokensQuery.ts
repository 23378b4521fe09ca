import { addressKey, isSameAddress } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import type { SwapToken } from '../../core/contracts/facets/swap.ts'
import type { Kit } from '../../core/kit/kit.ts'

/** The query of the tokens that can be swapped on a network, cached for an hour. */
export function swapTokensQuery(kit: Kit, networkId: NetworkId) {
  return {
    queryKey: ['swap-tokens', networkId] as const,
    staleTime: times.swapTokens,
    gcTime: times.swapTokens,
    networkMode: 'always' as const, // when the page is offline, the query fails at once
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly SwapToken[]> =>
      (await facetOf(kit, networkId, 'swap')).readTokens({ networkId, signal }),
  }
}

/** The query of a token by its address, which may not be in the list of {@link swapTokensQuery}. */
export function swapTokenQuery(kit: Kit, networkId: NetworkId, address: string) {
  return {
    queryKey: ['swap-token', networkId, addressKey(address)] as const,
    networkMode: 'always' as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<SwapToken> =>
      readSwapToken(kit, networkId, address, signal),
  }
}

/**
 * Reads a token by its address: from the API, else from the token's contract.
 * @throws KitError actionNotAllowed if the address is no token; errors of the API and the node
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
