import { attributesMessage, profileAttributes as endpoint } from '@latchkey/protocol/profile'
import { answerJson } from '../../../http/answer.ts'
import type { Route } from '../../../http/env.ts'
import { readCall } from '../../../http/readCall.ts'
import { readChange, stale } from '../../../names/readChange.ts'
import { checkAttributes } from '../../../names/readMessage.ts'
import type { Service } from '../../../service.ts'

/**
 * Makes the endpoint that replaces the attributes of a registered name. Source:
 * docs/contracts/api.md#change-a-name
 */
export function profileAttributes(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const {
        query: { name },
        body,
      } = await readCall(call, endpoint, service)
      const {
        change,
        message: { attributes },
      } = await readChange(service, {
        name,
        body,
        schema: attributesMessage,
        check: (message) => checkAttributes(message.attributes),
        call,
      })
      if (await service.register.setAttributes(change, attributes)) throw stale()
      return answerJson(call, attributes, { 'cache-control': 'no-store' })
    },
  }
}
