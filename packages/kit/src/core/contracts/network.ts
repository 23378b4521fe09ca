import type { NetworkId } from '@latchkey/protocol/caip'
import { defaultNamespace } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'

/**
 * A network of the site: a viem chain, or the same shape for other namespaces. In other namespaces,
 * `id` is the CAIP-2 reference, and `namespace` is set.
 */
export type Network = {
  id: number | string
  name: string
  namespace?: Namespace
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { readonly default: { readonly http: readonly string[] } }
  blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  contracts?: object | undefined
  testnet?: boolean | undefined
}

/** A network with its identifiers, as the kit uses it. */
export type KitNetwork = {
  networkId: NetworkId
  namespace: Namespace
  reference: string
  network: Network
}

/** Adds the CAIP-2 id to a network. Its parts were checked by `checkOptions`. */
export function toKitNetwork(network: Network): KitNetwork {
  const namespace = network.namespace ?? defaultNamespace
  const reference = String(network.id)
  return { networkId: `${namespace}:${reference}` as NetworkId, namespace, reference, network }
}
