import { partsOf } from '@latchkey/protocol/isObject'

/** Time limit of one answer from this machine, in milliseconds. */
const limit = 2_000

/**
 * The result of a JSON-RPC method without parameters, or undefined when the address does not
 * answer.
 */
export async function requestAnvil(
  url: string,
  method: string,
  signal?: AbortSignal,
): Promise<unknown> {
  const soon = AbortSignal.timeout(limit)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
      signal: signal ? AbortSignal.any([signal, soon]) : soon,
    })
    return partsOf(await response.json())['result']
  } catch {
    return undefined // no program listens there, or it does not speak JSON-RPC
  }
}
