import type { NetworkId } from '@latchkey/protocol/caip'
import { solanaNames } from '@latchkey/protocol/chains/solanaNames'

/**
 * The Wallet Standard name of a network, such as `solana:mainnet`. A network without such a name,
 * such as a local network, is `solana:localnet`.
 */
export function standardChainOf(networkId: NetworkId): `solana:${string}` {
  return `solana:${solanaNames[networkId.slice('solana:'.length)] ?? 'localnet'}`
}
