import type { Network } from 'latchkey'
import type { PlaygroundState } from '../playground/state/fields.ts'
import type { Services } from './services.ts'

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
/** A network without requests to nodes. */
const withoutServices = (id: number, name: string, nativeCurrency = currency): EvmNetwork => ({
  id,
  name,
  nativeCurrency,
  rpcUrls: { default: { http: ['https://node.example.org'] } },
})
const chains = {
  mainnet: withoutServices(1, 'Ethereum'),
  base: withoutServices(8453, 'Base'),
  arbitrum: withoutServices(42161, 'Arbitrum One'),
  optimism: withoutServices(10, 'OP Mainnet'),
  polygon: withoutServices(137, 'Polygon', { name: 'POL', symbol: 'POL', decimals: 18 }),
} as const

/** An EVM network, in the shape that the development wallet also takes. */
export type EvmNetwork = Network & { id: number }
type SolanaNetwork = Network & { id: string; namespace: 'solana' }

/** The chains of this machine, as networks. */
function localNetworks({ chains: urls }: Services): {
  evm: EvmNetwork[]
  solana: SolanaNetwork | undefined
} {
  const evm = Object.entries(urls).flatMap(([networkId, url], at) => {
    const [namespace, id] = networkId.split(':')
    return namespace === 'eip155'
      ? [
          {
            id: Number(id),
            name: at === 0 ? 'Latchkey Devnet' : `Latchkey Devnet ${at + 1}`,
            nativeCurrency: currency,
            rpcUrls: { default: { http: [url] } },
          },
        ]
      : []
  })
  const [solanaId, url] =
    Object.entries(urls).find(([networkId]) => networkId.startsWith('solana:')) ?? []
  return {
    evm,
    solana:
      solanaId && url
        ? solanaNetwork(solanaId.slice('solana:'.length), 'Latchkey Solana', url)
        : undefined,
  }
}

const solanaNetwork = (id: string, name: string, url: string): SolanaNetwork => ({
  id,
  namespace: 'solana',
  name,
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [url] } },
})

/** All EVM networks of the preview: those of this machine, or else those to choose from. */
export function evmNetworks(services: Services): readonly EvmNetwork[] {
  const local = localNetworks(services).evm
  return local.length > 0 ? local : Object.values(chains)
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
  const ofSolana = isLocal
    ? local.solana
    : solanaNetwork('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', 'https://solana.example.org')
  let usedCount = 0
  return networks.flatMap((name): Network[] => {
    if (name === 'solana') return ofSolana ? [ofSolana] : []
    const network = isLocal ? local.evm[usedCount++] : chains[name]
    return network ? [network] : []
  })
}
