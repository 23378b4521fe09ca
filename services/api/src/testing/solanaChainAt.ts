import { solanaNetworkId } from '@latchkey/devnet/solana/chain/genesis'
import type { SolanaChainConfig } from '../chains/solana/solanaChain.ts'

/** The devnet's Solana chain without listed tokens. @param rpcUrls the addresses of its nodes */
export function solanaChainAt(...rpcUrls: string[]): SolanaChainConfig {
  return {
    networkId: solanaNetworkId,
    name: 'Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls,
    tokens: [],
  }
}
