import { convertGasPrice as endpoint } from '@latchkey/protocol/convert'
import { unavailable } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { NodesError } from '../../providers/nodes.ts'
import type { Service } from '../../service.ts'
import { swapChain } from './swapRequest.ts'

/**
 * Makes the endpoint of gas prices: the maximum that a transaction should offer for a unit of gas.
 * Source: docs/contracts/api.md#swap-gas-price
 */
export function convertGasPrice(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const chain = swapChain(service, query.chainId, 'Network not supported for Gas Price')
      try {
        const { standard, fast, instant } = await service.swaps.gasPrices(chain, clientSignal(call))
        return answerJson(
          call,
          { standard: String(standard), fast: String(fast), instant: String(instant) },
          { 'cache-control': 'no-store' },
        )
      } catch (error) {
        throw error instanceof NodesError
          ? unavailable('', 'Gas prices are unavailable', error)
          : error
      }
    },
  }
}
