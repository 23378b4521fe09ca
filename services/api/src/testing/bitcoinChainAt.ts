import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import type { BitcoinChainConfig } from '../chains/bitcoin/bitcoinChain.ts'

/** The devnet's Bitcoin chain. @param rpcUrls the addresses of its Esploras */
export function bitcoinChainAt(...rpcUrls: string[]): BitcoinChainConfig {
  return {
    networkId: bitcoinRegtestId,
    name: 'Bitcoin',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls,
  }
}
