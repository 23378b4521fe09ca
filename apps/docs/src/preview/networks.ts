import type { Network } from 'latchkey'
import type { PlaygroundState } from '../playground/state/fields.ts'
import type { Services } from './services.ts'
import { localSolana, solanaMainnet } from './solanaNetwork.ts'
import type { SolanaNetwork } from './solanaNetwork.ts'

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
/** A network without requests to nodes. */
const withoutServices = (id: number, name: string, nativeCurrency = currency): EvmNetwork => ({
  id,
  name,
  nativeCurrency,
  rpcUrls: { default: { http: ['https://node.example.org'] } },
})
/** Networks that no network of EVM replaces. */
const ownNetworks = { solana: solanaMainnet } as const
const evmChains = {
  mainnet: withoutServices(1, 'Ethereum'),
  base: withoutServices(8453, 'Base'),
  arbitrum: withoutServices(42161, 'Arbitrum One'),
  optimism: withoutServices(10, 'OP Mainnet'),
  polygon: withoutServices(137, 'Polygon', { name: 'POL', symbol: 'POL', decimals: 18 }),
} as const
const chains = { ...evmChains, ...ownNetworks }

/** An EVM network, in the shape that the development wallet also takes. */
export type EvmNetwork = Network & { id: number }

/** The chains of this machine, as networks. */
function localNetworks({ chains: urls, networks = {} }: Services): {
  evm: EvmNetwork[]
  solana: SolanaNetwork | undefined
} {
  const evm = Object.entries(urls).flatMap(([networkId, url]) => {
    const [, id] = /^eip155:(\d+)$/.exec(networkId) ?? []
    return id === undefined
      ? []
      : [
          {
            id: Number(id),
            name: networks[networkId]?.name ?? networkId,
            nativeCurrency: networks[networkId]?.nativeCurrency ?? currency,
            rpcUrls: { default: { http: [url] } },
          },
        ]
  })
  return { evm, solana: localSolana({ chains: urls, networks }) }
}

/** All EVM networks of the preview: those of this machine, or else those to choose from. */
export function evmNetworks(services: Services): readonly EvmNetwork[] {
  const local = localNetworks(services).evm
  return local.length > 0 ? local : Object.values(evmChains)
}

/**
 * The networks that stand for the chosen ones in the preview: the same number of networks of this
 * machine. Without services, the chosen networks themselves, without requests to nodes.
 */
export function networksFor(
  { networks }: Pick<PlaygroundState, 'networks'>,
  services: Services,
): readonly Network[] {
  const local = localNetworks(services)
  const isLocal = local.evm.length > 0
  if (!isLocal) return networks.map((name) => chains[name])
  // the one of Solana for itself, any other for the next of EVM
  const replacements = local.evm.values()
  return networks.flatMap((name): Network[] => {
    const network = name in ownNetworks ? local.solana : replacements.next().value
    return network ? [network] : []
  })
}
