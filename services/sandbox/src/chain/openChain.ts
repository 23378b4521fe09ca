import { bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import type { CheckedChain } from '../options.ts'
import { openBitcoin } from './bitcoin/openBitcoin.ts'
import { openEvm } from './evm/openEvm.ts'
import type { Hex, SoldChain } from './soldChain.ts'

/**
 * Opens a network on which the sandbox sells.
 * @param options.key the private key of the treasury
 */
export function openChain(
  chain: CheckedChain,
  options: { key: Hex; fetch: typeof globalThis.fetch },
): SoldChain {
  const network = bitcoinNetworkOf(chain.networkId)
  return network ? openBitcoin(chain, { ...options, network }) : openEvm(chain, options)
}
