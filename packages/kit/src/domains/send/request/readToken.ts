import type { NetworkId } from '@latchkey/protocol/caip'
import { isAddress, isSameAddress } from '@latchkey/protocol/address'
import { kitError } from '../../../core/errors/errors.ts'
import { facetOf, namespaceIn } from '../../../core/accounts/facetOf.ts'
import type { SendToken } from '../../../core/contracts/facets/send.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * Reads the symbol and the decimals of a token. Without an address it is the native token. For a
 * token of the site's `tokens` they come from there, as does its icon; else they come from the
 * token's contract.
 * @throws KitError networkNotFound; actionNotAllowed if the network has no tokens, or the address
 *   is invalid or no token; the node's error
 */
export async function readToken(
  kit: Kit,
  networkId: NetworkId,
  address: string | undefined,
  signal?: AbortSignal,
): Promise<SendToken> {
  const network = contextOf(kit).networks.find(
    (network) => network.networkId === networkId,
  )?.network
  if (!network) throw kitError('networkNotFound')
  if (address === undefined)
    return { symbol: network.nativeCurrency.symbol, decimals: network.nativeCurrency.decimals }
  const listed = contextOf(kit).options.tokens?.[networkId]?.find((token) =>
    isSameAddress(token.address, address),
  )
  if (listed)
    return {
      address: listed.address,
      symbol: listed.symbol,
      decimals: listed.decimals,
      iconUrl: listed.iconUrl,
    }
  if (!isAddress(address, namespaceIn(kit, networkId)))
    throw kitError('actionNotAllowed', { details: 'The token is not an address.' })
  const assets = await facetOf(kit, networkId, 'assets')
  if (!assets.readToken)
    throw kitError('actionNotAllowed', { details: 'This network has no tokens.' })
  return assets.readToken({ address, networkId, signal })
}
