import {
  profileLookup as getEndpoint,
  profilePostedLookup as postEndpoint,
} from '@latchkey/protocol/profile'
import type { Hex } from 'viem'
import { ApiError } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import type { Call, Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import type { Service } from '../../service.ts'

/**
 * Makes the endpoint with which a resolver on a chain reads registered names. The answer is signed
 * for this resolver. Source: EIP-3668, docs/contracts/api.md#names-over-ens
 */
export function profileLookup(service: Service): Route {
  return {
    ...getEndpoint,
    answer: async (call) =>
      answer(call, service, async () => (await readCall(call, getEndpoint, service)).query),
  }
}

/** Makes the same endpoint for requests that have a body. */
export function postedLookup(service: Service): Route {
  return {
    ...postEndpoint,
    answer: async (call) =>
      answer(call, service, async () => (await readCall(call, postEndpoint, service)).body),
  }
}

/** Answers a resolver. The answer is not cached, because a new name has to be found at once. */
async function answer(
  call: Call,
  { gateway }: Service,
  read: () => Promise<{ sender: Hex; data: Hex }>,
): Promise<Response> {
  if (!gateway) throw new ApiError(404, '', 'Not found')
  return answerJson(call, { data: await gateway(await read()) }, { 'cache-control': 'no-store' })
}
