/** The address that EVM APIs use for the native token, in lower case. */
export const nativeTokenAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/**
 * The text by which the API's requests name SOL. No mint has this address; wrapped SOL ends with 2.
 * docs/contracts/api.md#fixed-values
 */
export const nativeSolanaAddress = 'So11111111111111111111111111111111111111111'

/** The CAIP-10 id of a network's native token. */
export function nativeTokenId(network: string): string {
  return `${network}:${network.startsWith('solana:') ? nativeSolanaAddress : nativeTokenAddress}`
}
