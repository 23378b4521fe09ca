/** The texts that stand for a network's native token. docs/contracts/api.md#fixed-values */
import { nativeTokenAddress } from './chains/evm.ts'
import { chainOf } from './chains/registry.ts'
import { nativeSolanaAddress } from './chains/solana.ts'
import { defaultNamespace, isNamespace } from './namespace.ts'

export { nativeSolanaAddress, nativeTokenAddress }

/** Returns the CAIP-10 id of a network's native token. */
export function nativeTokenId(network: string): string {
  const [namespace = ''] = network.split(':', 1)
  const { nativeToken } = chainOf(isNamespace(namespace) ? namespace : defaultNamespace)
  return `${network}:${nativeToken}`
}
