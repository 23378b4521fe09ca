import type { parseAccountId } from '@latchkey/protocol/caip'
import type { Balance } from '../core/balance.ts'
import { kitError } from '../core/errors.ts'
import { facetOf } from '../core/facetOf.ts'
import { formatUnits } from '../core/formatUnits.ts'
import type { Kit } from '../core/kit.ts'

export type ParsedAccount = ReturnType<typeof parseAccountId>

/**
 * The account's balances of the native token and of each of the site's `tokens` by the network's own node, without prices,
 * including zeros.
 * @throws KitError networkNotFound; what the node answers
 */
export async function chainBalances(kit: Kit, { address, networkId }: ParsedAccount, signal?: AbortSignal): Promise<readonly Balance[]> {
  const { getBalances } = await facetOf(kit, networkId, 'assets')
  const network = kit.context.networks.find((one) => one.networkId === networkId)?.network
  if (!network) throw kitError('networkNotFound')
  const tokens = kit.context.options.tokens?.[networkId] ?? []
  const [native = 0n, ...amounts] = await getBalances({ address, networkId, tokens: tokens.map((token) => token.address), signal })
  const { name, symbol, decimals } = network.nativeCurrency
  return [
    { id: networkId, name, symbol, decimals, quantity: formatUnits(native, decimals) },
    ...tokens.map((token, index) => ({ ...token, id: `${networkId}:${token.address}`, quantity: formatUnits(amounts[index] ?? 0n, token.decimals) })),
  ]
}
