import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import type { NamedAddresses } from '../../../core/facets/addresses.ts'

/** Coin type of Ethereum, and of everything on EVM networks that has no other. SLIP-44 */
const ether = '60'
/** Of other EVM networks, before their number, which has to be less: a larger one is rejected. ENSIP-11, spec section 5 */
const others = 2 ** 31

/** Whether a name can say something for a network; for Ethereum, where none is named. @param chainId decimal */
export function canBeNamed(chainId: string | undefined): boolean {
  return chainId === undefined || (/^[1-9]\d*$/.test(chainId) && Number(chainId) < others)
}

/** What a name says for a network, else what it says for Ethereum. @param chainId decimal */
export function readNamed(addresses: NamedAddresses, chainId: string | undefined): string | undefined {
  const own = Number(chainId) > 1 ? addresses[others + Number(chainId)]?.address : undefined
  const address = isEvmAddress(own) ? own : addresses[ether]?.address
  return isEvmAddress(address) ? address : undefined
}
