import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import type { MeantAddress, NamedAddresses } from '../../../core/facets/addresses.ts'

/** Coin type of Ethereum, used for every EVM network without a coin type of its own. SLIP-44 */
const ether = '60'
/**
 * Added to the chain id to get the coin type of other EVM networks. The chain id must be smaller; a
 * larger one is rejected. ENSIP-11, spec section 5
 */
const others = 2 ** 31

/**
 * Whether a name can have an address for a network. Without `chainId`: for Ethereum. @param chainId
 * decimal
 */
export function canBeNamed(chainId: string | undefined): boolean {
  return chainId === undefined || (/^[1-9]\d*$/.test(chainId) && Number(chainId) < others)
}

/**
 * The address of a name for a network, else its address for Ethereum, which is then borrowed.
 * @param chainId decimal
 */
export function readNamed(
  addresses: NamedAddresses,
  chainId: string | undefined,
): MeantAddress | undefined {
  const isOther = Number(chainId) > 1
  const own = isOther ? addresses[others + Number(chainId)]?.address : undefined
  if (isEvmAddress(own)) return { address: own, isBorrowed: false }
  const address = addresses[ether]?.address
  return isEvmAddress(address) ? { address, isBorrowed: isOther } : undefined
}
