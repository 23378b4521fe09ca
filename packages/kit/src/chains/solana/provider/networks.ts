import type { NetworkId } from '@latchkey/protocol/caip'
import { solanaNames } from '@latchkey/protocol/solanaChains'

/**
 * A network as the Wallet Standard names it: `solana:mainnet`. Networks that it has no name for,
 * such as one on this machine, are `solana:localnet`.
 */
export function standardChainOf(networkId: NetworkId): `solana:${string}` {
  return `solana:${solanaNames[networkId.slice('solana:'.length)] ?? 'localnet'}`
}
