import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import type { BitcoinChainConfig } from '../../services/api/src/chains/bitcoin/bitcoinChain.ts'

/** What the API has to know of the development chain of Bitcoin. */
type BitcoinFacts = {
  networkId: string
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
}

/** The made-up price of a bitcoin, in dollars. */
const bitcoinPrice = 100_000

/** The API's options for the development chain of Bitcoin, whose Esplora is at `rpcUrl`. */
export function chainOfBitcoin(
  { networkId, name, nativeCurrency }: BitcoinFacts,
  rpcUrl: string,
): BitcoinChainConfig {
  return { networkId, name, nativeCurrency, rpcUrls: [rpcUrl] }
}

/** The made-up price of the coin in dollars, by the id that the API uses. */
export const bitcoinPrices = ({
  networkId,
}: Pick<BitcoinFacts, 'networkId'>): ReadonlyMap<string, number> =>
  new Map([[nativeTokenId(networkId), bitcoinPrice]])
