/** The address that EVM APIs use for the native token, in lower case. */
export const nativeTokenAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** The CAIP-10 id of a network's native token. */
export function nativeTokenId(network: string): string {
  return `${network}:${nativeTokenAddress}`
}
