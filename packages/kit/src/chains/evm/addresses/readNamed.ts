import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import type { ResolvedAddress, NamedAddresses } from '../../../core/facets/addresses.ts'

/** Coin type of Ethereum, used for every EVM network without a coin type of its own. SLIP-44 */
const ether = '60'
/**
 * Added to the chain id to get the coin type of other EVM networks. The chain id must be smaller; a
 * larger one is rejected. ENSIP-11, spec section 5
 */
const evmCoinTypeBase = 2 ** 31

/**
 * Whether a name can have an address for a network. Without `chainId`: for Ethereum. @param chainId
 * decimal
 */
export function canBeNamed(chainId: string | undefined): boolean {
  return chainId === undefined || (/^[1-9]\d*$/.test(chainId) && Number(chainId) < evmCoinTypeBase)
}

/**
 * The address of a name for a network, else its address for Ethereum, which is then borrowed.
 * @param chainId decimal
 */
export function readNamed(
  addresses: NamedAddresses,
  chainId: string | undefined,
): ResolvedAddress | undefined {
  const isOtherNetwork = Number(chainId) > 1
  const ownAddress = isOtherNetwork
    ? addresses[evmCoinTypeBase + Number(chainId)]?.address
    : undefined
  if (isEvmAddress(ownAddress)) return { address: ownAddress, isBorrowed: false }
  const address = addresses[ether]?.address
  return isEvmAddress(address) ? { address, isBorrowed: isOtherNetwork } : undefined
}
