import { ApiError, unavailable } from '../apiError.ts'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { NodesError } from '../providers/nodes.ts'
import { isSignedBy } from './isSignedBy.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'

/**
 * Checks the signature of a message about a name.
 * @param chain the chain on which contracts check signatures; undefined: contracts cannot sign
 * @param options.turn resolves when it is this client's turn to have a signature checked
 * @throws ApiError 401 `signature`; 503 `chainId` when the chain's nodes do not answer; the
 *   signal's reason
 */
export async function checkSignature(
  claim: { address: Hex; message: string; signature: Hex },
  chain: EvmChain | undefined,
  options: { turn: () => Promise<void>; signal: AbortSignal },
): Promise<void> {
  try {
    if (await isSignedBy(claim, chain, options)) return
  } catch (error) {
    if (error instanceof NodesError)
      throw unavailable('chainId', 'The signature cannot be checked now', error)
    throw error
  }
  throw new ApiError(
    401,
    'signature',
    chain
      ? 'The signature is not one of this account for this message'
      : 'The signature is not one of this key for this message, and contracts cannot sign on this network',
  )
}
