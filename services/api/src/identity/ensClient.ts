import { createPublicClient, custom, type PublicClient } from 'viem'
import type { createFetch } from '@latchkey/server/createFetch'
import type { Chain } from '../providers/chain.ts'
import { isRevert } from '../providers/isRevert.ts'
import { NodesError } from '../providers/nodes.ts'
import { createOffchain } from './createOffchain.ts'
import type { Pace } from '../createPace.ts'

/** Calls URLs that strangers chose. */
export type Offchain = ReturnType<typeof createFetch>

/** A node's error answer; viem reads its code and data. */
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
 * viem over a chain's nodes. Decoding an answer takes viem a while, so answers are passed on at a pace.
 * @param options.offchain calls the servers that contracts name (CCIP-read); absent: no server is called
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
