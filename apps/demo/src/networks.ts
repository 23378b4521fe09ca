import { defineChain } from 'viem'
import type { Chain } from 'viem'
import type { Devnet } from './readDevnet.ts'
import type { DevnetNetwork } from './readNetworks.ts'

/** The running EVM chains, as viem's chains. @throws Error when none runs */
export function networksOf({ networks }: Pick<Devnet, 'networks'>): readonly [Chain, ...Chain[]] {
  const [first, ...rest] = networks.flatMap((network) => {
    const [, id] = /^eip155:(\d+)$/.exec(network.networkId) ?? []
    return id === undefined ? [] : [networkOf(Number(id), network)]
  })
  if (!first) throw new Error('None of the chains that the page knows is running.')
  return [first, ...rest]
}

/** The pictures of the networks by CAIP-2 id, as paths on this page. */
export function picturesOf({ networks }: Pick<Devnet, 'networks'>): Record<string, string> {
  return Object.fromEntries(
    networks.flatMap(({ networkId, icon }) => (icon === undefined ? [] : [[networkId, icon]])),
  )
}

function networkOf(id: number, { name, nativeCurrency, url }: DevnetNetwork): Chain {
  return defineChain({
    id,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  })
}
