import { encodeFunctionData, erc20Abi, isHex, maxUint256 } from 'viem'
import { convertAllowance as endpoint } from '@latchkey/protocol/convert'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { ApiError, unavailable } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { NodesError } from '../../providers/nodes.ts'
import type { Service } from '../../service.ts'
import { wordOf } from '../../swap/pools/words.ts'
import { wrapProvider } from '../../swap/wrapProvider.ts'
import { placesOf } from './swapRequest.ts'

/**
 * Makes the endpoint of the amount of a token that a provider's contract may spend. The amount is
 * unlimited if no allowance is needed. Source: docs/contracts/api.md#swap-allowance
 */
export function convertAllowance(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const { chain, token, user } = placesOf(service, {
        token: query.tokenAddress,
        user: query.userAddress,
      })
      const provider = service.swaps.provider(chain, query.provider)
      const answer = (allowance: bigint) =>
        answerJson(call, { allowance: String(allowance) }, { 'cache-control': 'no-store' })
      if (token === nativeTokenAddress || provider === wrapProvider) return answer(maxUint256)
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'allowance',
        args: [user, provider.spender(chain)],
      })
      try {
        const read = await chain.nodes.request(
          'eth_call',
          [{ to: token, data }, 'latest'],
          clientSignal(call),
        )
        const allowance = isHex(read) ? wordOf(read, 0) : undefined
        if (allowance === undefined) throw new ApiError(400, 'tokenAddress', 'Not a token')
        return answer(allowance)
      } catch (error) {
        if (error instanceof NodesError && error.isRevert)
          throw new ApiError(400, 'tokenAddress', 'Not a token')
        throw error instanceof NodesError
          ? unavailable('', 'The allowance is unavailable', error)
          : error
      }
    },
  }
}
