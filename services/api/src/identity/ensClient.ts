import { createPublicClient, custom, type PublicClient } from 'viem'
import type { createFetch } from '@latchkey/server/createFetch'
import type { Chain } from '../providers/chain.ts'
import { isRevert } from '../providers/isRevert.ts'
import { NodesError } from '../providers/nodes.ts'
import { createOffchain } from './createOffchain.ts'
import type { Pace } from '../createPace.ts'

/** Calls addresses that strangers chose. */
export type Offchain = ReturnType<typeof createFetch>

/** What a node answered instead of a result; viem reads code and data of it. */
class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/**
 * viem over a chain's nodes. What it makes of an answer takes a while, so that answers are handed over at a pace.
 * @param options.offchain calls the servers that contracts name (CCIP-read); absent: they are not asked
 */
export function createEnsClient(chain: Chain, options: { offchain: Offchain | undefined; pace: Pace; signal: AbortSignal }): PublicClient {
  const transport = custom({
    async request({ method, params }: { method: string; params?: unknown }) {
      const body = await chain.nodes.ask(method, Array.isArray(params) ? params : [], options.signal)
      await options.pace()
      if (body.error && !isRevert(body.error)) throw new NodesError(`${method} failed with code ${body.error.code}`, { code: body.error.code })
      if (body.error) throw new RpcError(body.error)
      return body.result
    },
  }, { retryCount: 0 })
  return createPublicClient({ transport, ccipRead: options.offchain ? { request: createOffchain({ fetch: options.offchain, signal: options.signal }) } : false })
}
