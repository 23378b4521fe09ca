import { createDevelopmentWallet } from 'latchkey/testing'
import type { DevelopmentWallet } from 'latchkey/testing'
import { defineChain } from 'viem'
import type { Chain } from 'viem'

/** The common parts of all test pages. */
export type Start = {
  chains: readonly [Chain, ...Chain[]]
  api: string
  relay: string
  wallet: DevelopmentWallet
}

/**
 * Reads `/devnet.json`, and announces a development wallet that tests control
 * (`window.latchkeyWallet`).
 * @throws Error when no chain runs
 */
export async function startChains(): Promise<Start> {
  const { api, relay, chains: urls, networks } = await readAddresses()
  const [first, ...rest] = Object.entries(urls).map(([networkId, url]) =>
    chainOf(Number(networkId.split(':')[1]), networks[networkId], url),
  )
  if (!first) throw new Error('/devnet.json names no chain')
  const chains = [first, ...rest] as const
  const [known, ...otherChains] = chains.map(({ id, name, rpcUrls }) => ({
    id,
    name,
    rpcUrl: rpcUrls.default.http[0] ?? '',
  }))
  if (!known) throw new Error('/devnet.json names no chain')
  const wallet = createDevelopmentWallet({
    chains: [known, ...otherChains],
    storage: localStorage,
    expose: true,
  })
  wallet.announce()
  return { chains: [...chains], api, relay, wallet }
}

async function readAddresses(): Promise<{
  api: string
  relay: string
  chains: Record<string, string>
  networks: Record<string, Info>
}> {
  const response = await fetch('/devnet.json', { signal: AbortSignal.timeout(5_000) })
  return response.json()
}

/** The name and the native token of a chain. */
type Info = Pick<Chain, 'name' | 'nativeCurrency'>

function chainOf(id: number, info: Info | undefined, url: string): Chain {
  if (!info) throw new Error(`/devnet.json has no name for chain ${id}`)
  return defineChain({
    id,
    name: info.name,
    nativeCurrency: info.nativeCurrency,
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  })
}
