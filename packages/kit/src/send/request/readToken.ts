import type { NetworkId } from '@latchkey/protocol/caip'
import { isAddress, isSameAddress } from '@latchkey/protocol/address'
import { kitError } from '../../core/errors.ts'
import { facetOf, namespaceIn } from '../../core/facetOf.ts'
import type { SendToken } from '../../core/facets/send.ts'
import type { Kit } from '../../core/kit.ts'

/**
 * The facts about a token: the network's own without an address, one of the site's `tokens`, else
 * as its contract reports.
 * @throws KitError networkNotFound; actionNotAllowed when it is no token; what the node answers
 */
export async function readToken(
  kit: Kit,
  networkId: NetworkId,
  address: string | undefined,
  signal?: AbortSignal,
): Promise<SendToken> {
  const network = kit.context.networks.find((one) => one.networkId === networkId)?.network
  if (!network) throw kitError('networkNotFound')
  if (address === undefined)
    return { symbol: network.nativeCurrency.symbol, decimals: network.nativeCurrency.decimals }
  const listed = kit.context.options.tokens?.[networkId]?.find((one) =>
    isSameAddress(one.address, address),
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
  return (await facetOf(kit, networkId, 'assets')).readToken({ address, networkId, signal })
}
