import type { Network } from 'latchkey'
import type { Devnet } from './readDevnet.ts'

/** The devnet's Solana chain, in the shape of a viem chain. */
export type SolanaNetwork = Network & { id: string; namespace: 'solana' }

/** The running Solana chain. */
export function solanaNetworkOf({ networks }: Pick<Devnet, 'networks'>): SolanaNetwork | undefined {
  const [found] = networks.flatMap(({ networkId, ...network }) => {
    const [, id] = /^solana:(.+)$/.exec(networkId) ?? []
    return id === undefined ? [] : [{ id, ...network }]
  })
  if (!found) return undefined
  const { id, name, nativeCurrency, url } = found
  return {
    id,
    namespace: 'solana',
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  }
}

/** Returns the CAIP-2 id of a Solana chain. */
export const networkIdOf = ({ id }: Pick<SolanaNetwork, 'id'>): string => `solana:${id}`
