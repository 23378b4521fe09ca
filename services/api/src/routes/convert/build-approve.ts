import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { convertBuildApprove as endpoint } from '@latchkey/protocol/convert'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { ApiError } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { NodesError } from '../../providers/nodes.ts'
import type { Service } from '../../service.ts'
import { wrapProvider } from '../../swap/wrapProvider.ts'
import { placesOf } from './swapRequest.ts'

/**
 * Makes the endpoint of the transaction that allows a provider's contract to spend a token; without
 * `amount` the allowance is unlimited. In the answer, `from` is the token, because existing clients
 * send the transaction to `from`. Source: docs/contracts/api.md#swap-approval
 */
export function convertBuildApprove(service: Service): Route {
  const { swaps } = service
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const { chain, from } = placesOf(service, {
        from: query.from,
        to: query.to,
        user: query.userAddress ?? query.from,
      })
      const provider = swaps.provider(chain, query.provider)
      if (from === nativeTokenAddress || provider === wrapProvider)
        throw new ApiError(400, 'from', 'This needs no approval')
      const amount = query.amount === undefined ? maxUint256 : BigInt(query.amount)
      if (amount > maxUint256) throw new ApiError(400, 'amount', 'Invalid amount')
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [provider.spender(chain), amount],
      })
      const signal = clientSignal(call)
      const gasPrice = await swaps
        .gasPrices(chain, signal)
        .then(({ fast }) => String(fast), orUnknown)
      return answerJson(
        call,
        {
          tx: {
            from: query.from,
            to: query.to,
            data,
            value: '0',
            ...(gasPrice !== undefined && { eip155: { gasPrice } }),
          },
        },
        { 'cache-control': 'no-store' },
      )
    },
  }
}

/** Returns undefined for an error of the nodes, because the approval can be built without them. */
function orUnknown(error: unknown): undefined {
  if (error instanceof NodesError) return undefined
  throw error
}
