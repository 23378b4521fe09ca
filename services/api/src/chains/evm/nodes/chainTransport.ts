import { custom, type CustomTransport } from 'viem'
import type { Pace } from '../../../createPace.ts'
import { isRevert } from '@latchkey/server/isRevert'
import { NodesError } from '../../../providers/nodes.ts'
import type { EvmChain } from '../evmChain.ts'

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
 * A viem transport over a chain's nodes. Decoding an answer blocks for a while, so answers are
 * passed on one by one.
 * @param options.onFailure receives the error when no node answered; viem hides it in its own
 * errors, or mistakes it for a contract's
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
