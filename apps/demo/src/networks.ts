import type { Network } from 'latchkey'
import { defineChain } from 'viem'
import type { Chain } from 'viem'
import type { Devnet } from './readDevnet.ts'

const names: Record<number, string> = { 31337: 'Latchkey Devnet', 31338: 'Latchkey Devnet 2' }

/** The running chains, as viem's chains. @throws Error when none runs */
export function networksOf({ chains }: Devnet): readonly [Chain, ...Chain[]] {
  const found = Object.entries(chains).flatMap(([networkId, url]) => {
    const id = Number(networkId.replace('eip155:', ''))
    return id in names ? [networkOf(id, url)] : []
  })
  const [first, ...rest] = found
  if (!first) throw new Error('None of the chains that the page knows is running.')
  return [first, ...rest]
}

/** The devnet's Solana chain, in the shape of a viem chain; undefined when none runs. */
export type SolanaNetwork = Network & { id: string; namespace: 'solana' }

/** The running Solana chain. */
export function solanaNetworkOf({ chains }: Devnet): SolanaNetwork | undefined {
  const [found] = Object.entries(chains).filter(([networkId]) => networkId.startsWith('solana:'))
  if (!found) return undefined
  const [networkId, url] = found
  return {
    id: networkId.slice('solana:'.length),
    namespace: 'solana',
    name: 'Latchkey Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  }
}

function networkOf(id: number, url: string): Chain {
  return defineChain({
    id,
    name: names[id] ?? `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  })
}
