import { defineChain } from 'viem'
import type { Chain } from 'viem'
import type { Devnet } from './readDevnet.ts'
import type { SolanaNetwork } from './solanaNetwork.ts'

const names: Record<number, string> = { 31337: 'Latchkey Devnet', 31338: 'Latchkey Devnet 2' }

/** Returns the running EVM chains in viem's shape. @throws Error if none is running */
export function networksOf({ chains }: Devnet): readonly [Chain, ...Chain[]] {
  const found = Object.entries(chains).flatMap(([networkId, url]) => {
    const id = Number(networkId.replace('eip155:', ''))
    return id in names ? [networkOf(id, url)] : []
  })
  const [first, ...rest] = found
  if (!first) throw new Error('None of the chains that the page knows is running.')
  return [first, ...rest]
}

/** Returns the pictures of networks by CAIP-2 id, as paths of this page. */
export function picturesOf(
  networks: readonly Chain[],
  solana: SolanaNetwork | undefined,
): Record<string, string> {
  const pictures: Record<number, string> = {
    31337: '/networks/devnet.svg',
    31338: '/networks/devnet2.svg',
  }
  const found = networks.flatMap(({ id }) =>
    pictures[id] ? [[`eip155:${id}`, pictures[id]] as const] : [],
  )
  return Object.fromEntries(
    solana ? [...found, [`solana:${solana.id}`, '/networks/solana.svg']] : found,
  )
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
