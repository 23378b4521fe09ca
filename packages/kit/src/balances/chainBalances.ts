import { adapterOf } from '../core/adapterOf.ts'
import { kitError } from '../core/errors.ts'
import { formatUnits } from '../core/formatUnits.ts'
import type { Kit } from '../core/kit.ts'
import type { ParsedAccount } from './discoversAssets.ts'
import type { Balance } from './getBalances.ts'

/**
 * What the network's own node says that an account has of the native token and of each of the site's `tokens`, without prices,
 * zeros among them.
 * @throws KitError networkNotFound; what the node answers
 */
export async function chainBalances(kit: Kit, { address, networkId, namespace }: ParsedAccount, signal?: AbortSignal): Promise<readonly Balance[]> {
  const adapter = adapterOf(kit, namespace)
  const network = kit.context.networks.find((one) => one.networkId === networkId)?.network
  if (!network) throw kitError('networkNotFound')
  const tokens = kit.context.options.tokens?.[networkId] ?? []
  const [native = 0n, ...amounts] = await adapter.getBalances({ address, networkId, tokens: tokens.map((token) => token.address), signal })
  const { name, symbol, decimals } = network.nativeCurrency
  return [
    { id: networkId, name, symbol, decimals, quantity: formatUnits(native, decimals) },
    ...tokens.map((token, index) => ({ ...token, id: `${networkId}:${token.address}`, quantity: formatUnits(amounts[index] ?? 0n, token.decimals) })),
  ]
}
