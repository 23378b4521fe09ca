import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import type { BitcoinChainConfig } from '../../services/api/src/chains/bitcoin/bitcoinChain.ts'
import type { BitcoinDeployment } from './bitcoin/deployment.ts'

/** The API's options for the development chain of Bitcoin, whose Esplora is at `rpcUrl`. */
export const chainOfBitcoin = (
  { networkId, name, nativeCurrency }: BitcoinDeployment,
  rpcUrl: string,
): BitcoinChainConfig => ({ networkId, name, nativeCurrency, rpcUrls: [rpcUrl] })

/** The made-up price of the coin in dollars, by the id that the API uses. */
export const bitcoinPrices = ({
  networkId,
  nativePrice,
}: BitcoinDeployment): ReadonlyMap<string, number> =>
  new Map([[nativeTokenId(networkId), nativePrice]])
