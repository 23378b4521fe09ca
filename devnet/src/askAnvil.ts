import { partsOf } from '@latchkey/protocol/isObject'

/** The time limit of a request, in milliseconds. Anvil runs on this machine. */
const limit = 2_000

/**
 * The result of a JSON-RPC method without parameters. Undefined if no program answers at the
 * address.
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
    return undefined // no program listens there, or its answer is not JSON
  }
}
