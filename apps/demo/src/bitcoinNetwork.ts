import type { Network } from 'latchkey'
import type { Devnet } from './readDevnet.ts'

/** The devnet's Bitcoin chain, in the shape of a viem chain. Its node is an Esplora. */
export type BitcoinNetwork = Network & { id: string; namespace: 'bip122' }

/** The running Bitcoin chain. */
export function bitcoinNetworkOf({
  networks,
}: Pick<Devnet, 'networks'>): BitcoinNetwork | undefined {
  const [found] = networks.flatMap(({ networkId, ...network }) => {
    const [, id] = /^bip122:(.+)$/.exec(networkId) ?? []
    return id === undefined ? [] : [{ id, ...network }]
  })
  if (!found) return undefined
  const { id, name, nativeCurrency, url } = found
  return {
    id,
    namespace: 'bip122',
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  }
}

/** Returns the CAIP-2 id of a Bitcoin chain. */
export const bitcoinIdOf = ({ id }: Pick<BitcoinNetwork, 'id'>): string => `bip122:${id}`
