import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import type { ResolvedAddress, NamedAddresses } from '../../../core/contracts/facets/addresses.ts'

/**
 * The coin type of Ethereum. A name's Ethereum address is used on networks where the name has no
 * address. SLIP-44
 */
const ether = '60'
/**
 * This number plus the chain id is the coin type of an EVM network other than Ethereum. A chain id
 * that is not smaller than this number is rejected. ENSIP-11
 */
const evmCoinTypeBase = 2 ** 31

/**
 * Whether a name can have an address on a network.
 * @param chainId decimal; undefined means Ethereum
 */
export function canBeNamed(chainId: string | undefined): boolean {
  return chainId === undefined || (/^[1-9]\d*$/.test(chainId) && Number(chainId) < evmCoinTypeBase)
}

/**
 * The address of a name on a network. If the name has no address there, its address on Ethereum is
 * used, and `isBorrowed` is true.
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
