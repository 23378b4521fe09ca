import { createClient, http } from 'viem'
import type { Chain } from 'viem'

/** Creates a client that reads from the chain's own node. */
export function chainClient(chain: Chain) {
  return createClient({ chain, transport: http(), pollingInterval: 1_000 })
}

export type ChainClient = ReturnType<typeof chainClient>
