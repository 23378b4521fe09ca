import { convertBuildTransaction as endpoint } from '@latchkey/protocol/convert'
import { ApiError } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import type { Service } from '../../service.ts'
import { amountOf, placesOf, swapFailure } from './swapRequest.ts'

/**
 * Makes the endpoint of a swap's transaction, at the chain's present prices. Source:
 * docs/contracts/api.md#swap-transaction
 */
export function convertBuildTransaction(service: Service): Route {
  const { swaps } = service
  return {
    ...endpoint,
    async answer(call) {
      const { body } = await readCall(call, endpoint, service)
      const { chain, from, to, user } = placesOf(service, {
        from: body.from,
        to: body.to,
        user: body.userAddress,
      })
      if (from === to) throw new ApiError(400, '', 'Expected two different tokens')
      const amount = amountOf(body.amount)
      const { slippage, permit } = body.eip155
      const signal = clientSignal(call)
      try {
        const prices = await swaps.gasPrices(chain, signal)
        const request = {
          chain,
          from,
          to,
          user,
          amount,
          gasPrice: prices.standard,
          slippage: BigInt(Math.round(slippage * 100)),
          permit,
          isTried: !body.disableEstimate,
        }
        const built = await swaps.build(request, body.provider, signal)
        const tx = {
          from: body.userAddress,
          to: `${chain.networkId}:${built.to}`,
          data: built.data,
          amount: String(built.amountOut),
          value: String(built.value),
          eip155: { gas: String(built.gas), gasPrice: String(prices.fast) },
        }
        return answerJson(call, { tx }, { 'cache-control': 'no-store' })
      } catch (error) {
        throw swapFailure(error)
      }
    },
  }
}
