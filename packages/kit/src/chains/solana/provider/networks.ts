import type { NetworkId } from '@latchkey/protocol/caip'
import { solanaNames } from '@latchkey/protocol/chains/solana'

/**
 * The Wallet Standard name of a network: `solana:mainnet`. Networks without one, such as a local
 * network, are `solana:localnet`.
 */
export function standardChainOf(networkId: NetworkId): `solana:${string}` {
  return `solana:${solanaNames[networkId.slice('solana:'.length)] ?? 'localnet'}`
}
