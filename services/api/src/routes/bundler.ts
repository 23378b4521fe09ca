import {
  bundlerEndpoint,
  bundlerMethods,
  operationErrors,
  paymasterEndpoint,
  paymasterMethods,
  type OperationRequest,
} from '@latchkey/protocol/smartAccounts/bundler'
import { DatabaseError } from '@latchkey/server/db/database'
import { unavailable } from '../apiError.ts'
import { answerJson } from '../http/answer.ts'
import { clientSignal } from '../http/clientSignal.ts'
import { costOf } from '../http/costOf.ts'
import type { Call, Route } from '../http/env.ts'
import { readCall } from '../http/readCall.ts'
import { NodesError } from '../providers/nodes.ts'
import type { Service } from '../service.ts'
import type { OperationCall } from '../smartAccounts/createSmartAccounts.ts'
import { RpcRefusal } from '../smartAccounts/rpcRefusal.ts'

type Parts = Pick<Service, 'checkProject' | 'smartAccounts'>

/** Makes the endpoint of the bundler. Source: docs/contracts/api.md#bundler */
export function bundler(service: Parts): Route {
  return operationRoute(service, bundlerEndpoint, bundlerMethods, (networkId, call) =>
    service.smartAccounts.bundle(networkId, call),
  )
}

/** Makes the endpoint of the paymaster. Source: docs/contracts/api.md#paymaster */
export function paymaster(service: Parts): Route {
  return operationRoute(service, paymasterEndpoint, paymasterMethods, (networkId, call) =>
    service.smartAccounts.sponsor(networkId, call),
  )
}

/**
 * Makes an endpoint for JSON-RPC requests, which it answers one after another. Of a batch only
 * those requests fail that nothing answers, because an operation before them may be stored.
 */
function operationRoute<const method extends string>(
  service: Parts,
  endpoint: typeof bundlerEndpoint | typeof paymasterEndpoint,
  methods: readonly method[],
  run: (networkId: string, call: OperationCall<method>) => Promise<unknown>,
): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { query, body } = await readCall(call, endpoint, service)
      const requests = Array.isArray(body) ? body : [body]
      // the cost of one request is counted already
      const share = call.get('share')
      share.spend((requests.length - 1) * costOf(endpoint.path))
      const signal = clientSignal(call)
      const project = query.projectId ?? ''
      const answers: object[] = []
      for (const request of requests) {
        const { params, id = null } = request
        const name = methods.find((candidate) => candidate === request.method)
        const answer = await answerOne(
          async () => {
            if (name === undefined)
              throw new RpcRefusal(
                operationErrors.methodNotFound,
                `Unknown method ${request.method}`,
              )
            return run(query.chainId, { method: name, params, project, client: share.key, signal })
          },
          { isInBatch: requests.length > 1 },
        )
        answers.push({ jsonrpc: '2.0', id, ...answer })
      }
      return answerAll(call, body, answers)
    },
  }
}

const answerAll = (
  call: Call,
  body: OperationRequest | readonly OperationRequest[],
  answers: readonly object[],
): Response =>
  answerJson(call, Array.isArray(body) ? answers : answers[0], { 'cache-control': 'no-store' })

const unanswered = 'Chain temporarily unavailable'

/** The result or the error of one request. @throws ApiError; DatabaseError */
async function answerOne(
  run: () => Promise<unknown>,
  { isInBatch }: { isInBatch: boolean },
): Promise<object> {
  try {
    return { result: await run() }
  } catch (error) {
    if (error instanceof RpcRefusal) return { error: { code: error.code, message: error.message } }
    if (isInBatch && (error instanceof NodesError || error instanceof DatabaseError))
      return { error: { code: operationErrors.internal, message: unanswered } }
    if (error instanceof NodesError) throw unavailable('transport', unanswered, error)
    throw error
  }
}
