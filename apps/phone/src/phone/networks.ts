import type { WalletChain } from 'latchkey/testing'
import type { Devnet } from '../readDevnet.ts'

const names: Record<number, string> = { 31337: 'Latchkey Devnet', 31338: 'Latchkey Devnet 2' }

/** The running EVM chains. @throws Error when none runs */
export function networksOf({ chains }: Devnet): readonly [WalletChain, ...WalletChain[]] {
  const [first, ...rest] = Object.entries(chains).flatMap(([networkId, rpcUrl]) => {
    const id = Number(/^eip155:(\d+)$/.exec(networkId)?.[1])
    return id ? [{ id, name: names[id] ?? `Chain ${id}`, rpcUrl }] : []
  })
  if (!first) throw new Error('No chain is running.')
  return [first, ...rest]
}

/** A Solana chain that the phone can send to. `networkId`: CAIP-2. */
export type SolanaChain = { networkId: string; name: string; rpcUrl: string }

/** The running Solana chains; the devnet has one, or none. */
export function solanaChainsOf({ chains }: Devnet): readonly SolanaChain[] {
  return Object.entries(chains).flatMap(([networkId, rpcUrl]) =>
    networkId.startsWith('solana:') ? [{ networkId, name: 'Latchkey Solana', rpcUrl }] : [],
  )
}

/** The networks that the phone knows. */
type Networks = { chains: readonly WalletChain[]; solana: readonly SolanaChain[] }

/** A network's display name, from its CAIP-2 id. */
export function nameOfNetwork(networkId: string, { chains, solana }: Networks): string {
  const [namespace = '', reference] = networkId.split(':')
  if (namespace === 'solana')
    return solana.find((one) => one.networkId === networkId)?.name ?? 'Solana'
  return (
    chains.find(({ id }) => namespace === 'eip155' && id === Number(reference))?.name ?? networkId
  )
}
