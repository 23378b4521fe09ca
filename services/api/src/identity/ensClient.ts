import { createPublicClient, custom, type PublicClient } from 'viem'
import type { Chain } from '../providers/chain.ts'
import { isRevert } from '../providers/isRevert.ts'
import { NodesError } from '../providers/nodes.ts'

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
 * viem over a chain's nodes.
 * @param options.offchain whether servers that contracts name may be asked (CCIP-read)
 */
export function createEnsClient(chain: Chain, options: { offchain: boolean; signal: AbortSignal }): PublicClient {
  const transport = custom({
    async request({ method, params }: { method: string; params?: unknown }) {
      const { body } = await chain.nodes.forward(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }), { once: false, silent: false, isSound: true, signal: options.signal })
      if (!body || Array.isArray(body)) throw new NodesError(`No answer to ${method}`)
      if (body.error && !isRevert(body.error)) throw new NodesError(`${method} failed with code ${body.error.code}`, { code: body.error.code })
      if (body.error) throw new RpcError(body.error)
      return body.result
    },
  }, { retryCount: 0 })
  return createPublicClient({ transport, ...(!options.offchain && { ccipRead: false }) })
}
