import { custom, type CustomTransport } from 'viem'
import type { Pace } from '../../../createPace.ts'
import { isRevert } from '@latchkey/server/isRevert'
import { NodesError } from '../../../providers/nodes.ts'
import type { EvmChain } from '../evmChain.ts'

/** An error in a node's answer, in the shape from which viem reads code and data. */
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
 * A viem transport that calls a chain's nodes. Decoding an answer blocks the process for a while,
 * so answers are handed over one by one, with other work in between.
 * @param options.onFailure receives the error when no node answered; viem's own errors hide it, or
 *   blame the contract
 */
export function chainTransport(
  chain: EvmChain,
  {
    pace,
    signal,
    onFailure = () => {},
  }: { pace: Pace; signal: AbortSignal; onFailure?: (error: NodesError) => void },
): CustomTransport {
  async function request({
    method,
    params,
  }: {
    method: string
    params?: unknown
  }): Promise<unknown> {
    const body = await chain.nodes.requestAnswer(
      method,
      Array.isArray(params) ? params : [],
      signal,
    )
    await pace()
    if (body.error && !isRevert(body.error))
      throw new NodesError(`${method} failed with code ${body.error.code}`, {
        code: body.error.code,
      })
    if (body.error) throw new RpcError(body.error)
    return body.result
  }
  return custom(
    {
      request: (payload: { method: string; params?: unknown }) =>
        request(payload).catch((error: unknown) => {
          if (error instanceof NodesError) onFailure(error)
          throw error
        }),
    },
    { retryCount: 0 },
  )
}
