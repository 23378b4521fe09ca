import { coinTypeOf } from '@latchkey/protocol/coinType'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import type { NamedAccount } from '../../../core/contracts/facets/addresses.ts'

/**
 * The account in the form that lookups of its name need: coin type (ENSIP-11), and address with the
 * EIP-55 checksum. Undefined for a network without a coin type.
 * @param chainId decimal
 */
export async function toNamed(address: string, chainId: string): Promise<NamedAccount | undefined> {
  const coinType = coinTypeOf(Number(chainId))
  if (coinType === undefined || !isEvmAddress(address)) return undefined
  const { checksumOf } = await import('./checksumOf.lazy.ts')
  return { coinType, address: checksumOf(address) }
}
