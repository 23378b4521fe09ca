import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import type { PolkadotChainConfig } from '../../services/api/src/chains/polkadot/polkadotChain.ts'
import type { PolkadotDeployment } from './polkadot/deployment.ts'

/** The API's options for the development chain of Polkadot, whose node is at `rpcUrl`. */
export const chainOfPolkadot = (
  { networkId, name, nativeCurrency }: PolkadotDeployment,
  rpcUrl: string,
): PolkadotChainConfig => ({ networkId, name, nativeCurrency, rpcUrls: [rpcUrl] })

/** The made-up price of the coin in dollars, by the id that the API uses. */
export const polkadotPrices = ({
  networkId,
  nativePrice,
}: PolkadotDeployment): ReadonlyMap<string, number> =>
  new Map([[nativeTokenId(networkId), nativePrice]])
