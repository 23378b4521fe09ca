import { supportedChains as endpoint } from '@latchkey/protocol/api'
import { times } from '@latchkey/protocol/limits'
import { answerJson } from '../http/answer.ts'
import type { Route } from '../http/env.ts'
import { readCall } from '../http/readCall.ts'
import type { Service } from '../service.ts'

/** Makes the endpoint of the operator's networks. It needs no project. */
export function supportedChains(service: Service): Route {
  const maxAge = times.supportedChains / 1000
  return {
    ...endpoint,
    async answer(call) {
      await readCall(call, endpoint, { checkProject: () => {} })
      const http = service.chains.map((chain) => chain.networkId)
      return answerJson(
        call,
        { http, ws: [] },
        { 'cache-control': `public, max-age=${maxAge}, s-maxage=${maxAge}` },
      )
    },
  }
}
