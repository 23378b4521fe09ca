import type { Network } from 'latchkey'
import type { Devnet } from './readDevnet.ts'

/** The namespaces of the page's chains besides EVM, in the order in which it shows them. */
export const otherNamespaces = ['solana', 'bip122', 'polkadot'] as const
export type OtherNamespace = (typeof otherNamespaces)[number]

/** A chain of the devnet that is not EVM, in the shape of a viem chain. `id`: its CAIP-2 reference. */
export type OtherNetwork = Network & { id: string; namespace: OtherNamespace }

/** The running chain of each namespace. */
export type OtherNetworks = { readonly [namespace in OtherNamespace]?: OtherNetwork }

/** The names of the namespaces for visitors. */
export const nameOfNamespace: Readonly<Record<OtherNamespace, string>> = {
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}

/** The running chains that are not EVM: at most one of each namespace. */
export function otherNetworksOf({ networks }: Pick<Devnet, 'networks'>): OtherNetworks {
  return Object.fromEntries(
    otherNamespaces.flatMap((namespace) => {
      const found = networks.find(({ networkId }) => networkId.startsWith(`${namespace}:`))
      return found ? [[namespace, networkOf(namespace, found)]] : []
    }),
  )
}

function networkOf(
  namespace: OtherNamespace,
  { networkId, name, nativeCurrency, url }: Devnet['networks'][number],
): OtherNetwork {
  return {
    id: networkId.slice(namespace.length + 1),
    namespace,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  }
}

/** The chains, in the order of their namespaces. */
export const listed = (networks: OtherNetworks): readonly OtherNetwork[] =>
  otherNamespaces.flatMap((namespace) => networks[namespace] ?? [])

/** Returns the CAIP-2 id of a chain. */
export const networkIdOf = ({ namespace, id }: Pick<OtherNetwork, 'namespace' | 'id'>): string =>
  `${namespace}:${id}`
