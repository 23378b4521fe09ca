import { createClient, custom } from 'viem'
import type { Client } from 'viem'
import { createNode } from '../../../../core/requests/createNode.ts'
import type { Kit } from '../../../../core/kit/kit.ts'
import type { KitNetwork } from '../../../../core/contracts/network.ts'
import { createOffchain } from './createOffchain.ts'
import { contextOf, withContext } from '../../../../core/kit/context.ts'

/** `isOffchain`: offchain servers are requested. `rpcUrls` replace the network's own URLs. */
type ClientOptions = {
  isOffchain: boolean
  rpcUrls: readonly string[] | undefined
  signal: AbortSignal | undefined
}

/**
 * Creates a viem client over a network's nodes, for one lookup. The kit sends the client's
 * requests, with its own limits and retries. When a node is unreachable, the kit tries the next
 * node.
 */
export function createClientOf(
  kit: Kit,
  network: KitNetwork,
  { isOffchain, rpcUrls, signal }: ClientOptions,
): Client {
  const { options } = contextOf(kit)
  const node = createNode(
    rpcUrls
      ? withContext(kit, {
          ...contextOf(kit),
          options: { ...options, customRpcUrls: { [network.networkId]: rpcUrls } },
        })
      : kit,
    [network],
    isVerdict,
  )
  return createClient({
    transport: custom(
      {
        request: ({ method, params }: { method: string; params?: unknown }) =>
          node.request(network.networkId, method, params, signal),
      },
      { retryCount: 0 },
    ),
    ccipRead: isOffchain && { request: createOffchain(kit, signal) },
  })
}

/**
 * Whether an error is a contract's answer. Then no other node is tried, because every node would
 * answer the same.
 */
const isVerdict = ({ code, message }: { code?: unknown; message?: unknown }) =>
  code === 3 || code === -32000 || /revert/i.test(String(message))
