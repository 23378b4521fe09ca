import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import type { SolanaChainConfig } from '../../services/api/src/chains/solana/solanaChain.ts'
import type { SolanaDeployment } from './solana/deployment.ts'

/** The API's options for the development chain of Solana, whose node is at `rpcUrl`. */
export function chainOfSolana(
  { networkId, name, nativeCurrency, tokens }: SolanaDeployment,
  rpcUrl: string,
): SolanaChainConfig {
  return {
    networkId,
    name,
    nativeCurrency,
    rpcUrls: [rpcUrl],
    tokens: tokens.map(({ mint, name, symbol, decimals }) => ({
      address: mint,
      name,
      symbol,
      decimals,
    })),
  }
}

/** Made-up prices of SOL and the chain's tokens in dollars, by the ids that the API uses. */
export function solanaPrices({
  networkId,
  nativePrice,
  tokens,
}: SolanaDeployment): ReadonlyMap<string, number> {
  return new Map([
    [nativeTokenId(networkId), nativePrice],
    ...tokens.map(({ mint, price }) => [`${networkId}:${mint}`, price] as const),
  ])
}
