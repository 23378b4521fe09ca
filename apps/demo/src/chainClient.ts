import { createClient, http } from 'viem'
import type { Chain } from 'viem'

/** A client of the chain's own node, for reading. */
export function chainClient(chain: Chain) {
  return createClient({ chain, transport: http(), pollingInterval: 1_000 })
}

export type ChainClient = ReturnType<typeof chainClient>
