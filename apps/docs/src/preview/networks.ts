import type { Network } from 'latchkey'
import type { PlaygroundState } from '../playground/state/fields.ts'
import type { Services } from './services.ts'
import { localSolana, solanaMainnet } from './solanaNetwork.ts'
import type { SolanaNetwork } from './solanaNetwork.ts'

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
/** Makes a network to whose nodes no request is sent. */
const withoutServices = (id: number, name: string, nativeCurrency = currency): EvmNetwork => ({
  id,
  name,
  nativeCurrency,
  rpcUrls: { default: { http: ['https://node.example.org'] } },
})
/** The networks that are not on EVM, so no EVM network can replace them. */
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

/**
 * Returns the EVM networks of the preview: those on this machine or, if there are none, those that
 * the visitor can choose.
 */
export function evmNetworks(services: Services): readonly EvmNetwork[] {
  const local = localNetworks(services).evm
  return local.length > 0 ? local : Object.values(evmChains)
}

/**
 * Returns the networks that the preview uses. With services, a network of this machine replaces
 * each chosen one, as far as there are enough. Without services, the preview uses the chosen
 * networks themselves, and sends no request to their nodes.
 */
export function networksFor(
  { networks }: Pick<PlaygroundState, 'networks'>,
  services: Services,
): readonly Network[] {
  const local = localNetworks(services)
  const isLocal = local.evm.length > 0
  if (!isLocal) return networks.map((name) => chains[name])
  // Solana is replaced by this machine's Solana, every other network by the next EVM network
  const replacements = local.evm.values()
  return networks.flatMap((name): Network[] => {
    const network = name in ownNetworks ? local.solana : replacements.next().value
    return network ? [network] : []
  })
}
