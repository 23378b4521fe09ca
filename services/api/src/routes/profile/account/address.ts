import { getAddress } from 'viem'
import { addressMessage, profileAddress as endpoint } from '@latchkey/protocol/profile'
import { answerJson } from '../../../http/answer.ts'
import type { Route } from '../../../http/env.ts'
import { readCall } from '../../../http/readCall.ts'
import { chainOf } from '../../../names/chainOf.ts'
import { readChange, stale } from '../../../names/readChange.ts'
import { checkAddress } from '../../../names/readMessage.ts'
import type { Service } from '../../../service.ts'

/**
 * Makes the endpoint that sets the address of a registered name for one coin type. Source:
 * docs/contracts/api.md#change-a-name
 */
export function profileAddress(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const {
        query: { name },
        body,
      } = await readCall(call, endpoint, service)
      const check = (to: { coin_type: number; address: string }) => {
        chainOf(to.coin_type, service.nameChains)
        checkAddress(to.address)
      }
      const { change, message } = await readChange(service, {
        name,
        body,
        schema: addressMessage,
        check,
        call,
      })
      const address = checkAddress(message.address)
      if (await service.register.setAddress(change, { coinType: message.coin_type, address }))
        throw stale()
      return answerJson(
        call,
        {
          [String(message.coin_type)]: {
            address: getAddress(address),
            created_at: new Date(change.now).toISOString(),
          },
        },
        { 'cache-control': 'no-store' },
      )
    },
  }
}
