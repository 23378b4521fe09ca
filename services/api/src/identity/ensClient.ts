import { createPublicClient, type PublicClient } from 'viem'
import type { createFetch } from '@latchkey/server/createFetch'
import { chainTransport } from '../chains/evm/nodes/chainTransport.ts'
import { NodesError } from '../providers/nodes.ts'
import { createOffchain } from './createOffchain.ts'
import type { Pace } from '../createPace.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'

/** Calls URLs that third parties have chosen. */
export type Offchain = ReturnType<typeof createFetch>

/**
 * Makes a viem client that calls a chain's nodes, for the lookup of one name. If a server of the
 * name has not answered, all further requests fail with its error. Otherwise viem would tell the
 * universal resolver about the failure, and the resolver would report that the name has no owner.
 * @param options.offchain calls the servers that contracts choose (CCIP-read); undefined: no server
 *   is called
 */
export function createEnsClient(
  chain: EvmChain,
  { offchain, pace, signal }: { offchain: Offchain | undefined; pace: Pace; signal: AbortSignal },
): PublicClient {
  let failure: NodesError | undefined
  const askServers = offchain && createOffchain({ fetch: offchain, signal })
  const nodes: EvmChain['nodes'] = {
    ...chain.nodes,
    async requestAnswer(...request) {
      if (failure) throw failure
      return chain.nodes.requestAnswer(...request)
    },
  }
  return createPublicClient({
    transport: chainTransport({ ...chain, nodes }, { pace, signal }),
    ccipRead: askServers
      ? {
          request: (request) =>
            askServers(request).catch((error: unknown) => {
              if (error instanceof NodesError) failure = error
              throw error
            }),
        }
      : false,
  })
}
