import type { AssetsFacet } from '../../../core/contracts/facets/assets.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { chainOf } from '../provider/chain.ts'
import { word } from '../provider/quantity.ts'

/**
 * The balances of an account in ether and in ERC-20 tokens. Sources: eth_getBalance,
 * `balanceOf(address)`
 * @throws when one of the balances could not be read
 */
export function getBalances(
  kit: Kit,
  { address, networkId, tokens, signal }: Parameters<AssetsFacet['getBalances']>[0],
): Promise<readonly bigint[]> {
  const chain = chainOf(kit, networkId, signal)
  const data = `0x70a08231${word(address)}`
  return Promise.all([
    chain.quantity('eth_getBalance', [address, 'latest']),
    ...tokens.map((to) => chain.quantity('eth_call', [{ to, data }, 'latest'])),
  ])
}
