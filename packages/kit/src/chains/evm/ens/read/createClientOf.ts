import { createClient, custom } from 'viem'
import type { Client } from 'viem'
import { createNode } from '../../../../core/asking/createNode.ts'
import type { Kit } from '../../../../core/kit.ts'
import type { KitNetwork } from '../../../../core/network.ts'
import { createOffchain } from './createOffchain.ts'

/** Whether servers that names lead to are asked, and the nodes in place of the network's own. */
type ClientOptions = {
  isOffchain: boolean
  rpcUrls: readonly string[] | undefined
  signal: AbortSignal | undefined
}

/**
 * viem over a network's nodes, for one lookup. The kit asks the nodes: with its limits, its retries
 * and the next node where one is out of reach.
 */
export function createClientOf(
  kit: Kit,
  network: KitNetwork,
  { isOffchain, rpcUrls, signal }: ClientOptions,
): Client {
  const { options } = kit.context
  const node = createNode(
    rpcUrls
      ? {
          ...kit,
          context: {
            ...kit.context,
            options: { ...options, customRpcUrls: { [network.networkId]: rpcUrls } },
          },
        }
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

/** Whether an error is a contract's answer: every node would answer alike. */
const isVerdict = ({ code, message }: { code?: unknown; message?: unknown }) =>
  code === 3 || code === -32000 || /revert/i.test(String(message))
