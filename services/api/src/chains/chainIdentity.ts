import { chainReaders } from './registry.ts'
import { answerLimits } from '../providers/answerLimits.ts'
import { readPathAnswer } from '../providers/pathAnswer.ts'
import { requestNode, requestPath } from '../providers/requestNode.ts'
import { readRpcAnswer, type RpcAnswer } from '../providers/rpcAnswer.ts'

/** The request by which a node was identified, and whether the node belongs to the network. */
export type NodeIdentity = {
  method: string
  /** Undefined for a node that does not name its network. */
  isNamed: boolean | undefined
}

/**
 * Requests of a node to which network it belongs.
 * @param networkId a CAIP-2 id
 * @returns undefined for a network of an unknown namespace
 * @throws NodeError, TimeLimitError, BorderError, the signal's reason, the errors of `fetch`
 */
export async function requestIdentity(
  url: string,
  networkId: string,
  options: { fetch: typeof fetch; timeLimit: number; signal: AbortSignal },
): Promise<NodeIdentity | undefined> {
  const rules = chainReaders.find(({ namespace }) => networkId.startsWith(`${namespace}:`))?.nodes
  if (!rules) return undefined
  const { method, params = [], isNamed } = rules.identityOf(networkId)
  const limits = answerLimits(rules, method)
  const path = rules.paths?.of(method, params)
  const { value: answer }: { value: RpcAnswer } = path
    ? await requestPath(url, path, options, (body, status) =>
        readPathAnswer(body, { status, isText: path.isText ?? false }, limits, undefined),
      )
    : await requestNode(
        url,
        JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        options,
        (body) => readRpcAnswer(body, limits),
      )
  return {
    method: path ? `GET ${path.path}` : method,
    isNamed: 'result' in answer ? isNamed(answer.result) : undefined,
  }
}
