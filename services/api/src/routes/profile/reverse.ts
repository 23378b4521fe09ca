import { profileReverse as endpoint } from '@latchkey/protocol/profile'
import { ApiError } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import type { Service } from '../../service.ts'
import { evmKey } from '../../chains/evm/evmKeys.ts'

/**
 * Makes the endpoint of the names that an account has registered here, oldest first. Source:
 * docs/contracts/api.md#name-records
 */
export function profileReverse(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const {
        query: { address, apiVersion },
      } = await readCall(call, endpoint, service)
      const records = await service.register.namesOf(evmKey(address))
      if (records.length === 0 && apiVersion !== '2')
        throw new ApiError(404, 'address', 'This address has no name')
      return answerJson(call, records, { 'cache-control': 'no-cache' })
    },
  }
}
