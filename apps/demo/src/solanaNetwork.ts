import type { Network } from 'latchkey'
import type { Devnet } from './readDevnet.ts'

/** The devnet's Solana chain, in the shape of a viem chain. */
export type SolanaNetwork = Network & { id: string; namespace: 'solana' }

/** Returns the running Solana chain; undefined if there is none. */
export function solanaNetworkOf({ chains }: Devnet): SolanaNetwork | undefined {
  const [found] = Object.entries(chains).flatMap(([networkId, url]) => {
    const [, id] = /^solana:(.+)$/.exec(networkId) ?? []
    return id === undefined ? [] : [{ id, url }]
  })
  if (!found) return undefined
  const { id, url } = found
  return {
    id,
    namespace: 'solana',
    name: 'Latchkey Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  }
}

/** Returns the CAIP-2 id of a Solana chain. */
export const networkIdOf = ({ id }: Pick<SolanaNetwork, 'id'>): string => `solana:${id}`
