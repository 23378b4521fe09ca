import { isServedAddress } from './address.ts'
import type { ServedNamespace } from './chains/registry.ts'
import { namespaces } from './namespace.ts'

/**
 * Returns the namespace of an address that the API serves; undefined for any other text. No text is
 * an address of two namespaces: base58 has no `0`, and a Solana address has 32 bytes, a Bitcoin
 * address in base58 25.
 */
export function servedNamespaceOf(address: unknown): ServedNamespace | undefined {
  return namespaces.find((namespace): namespace is ServedNamespace =>
    isServedAddress(address, namespace),
  )
}
