import { sendJson, startFakeNode } from '../../testing/startFakeNode.ts'
import type { Key } from '../chainReader.ts'

type Payment = { height: number; at: number; hash: string; from: Key; to: Key; amount: string }

/** Starts a node of the fake chain. Each account begins with 1,000 units. */
export async function startFakeLedger(networkId: string) {
  const payments: Payment[] = []
  const results: Readonly<Record<string, (keys: readonly string[]) => unknown>> = {
    fake_network: () => networkId,
    fake_amount: (keys) =>
      String(
        payments.reduce(
          (sum, { from, to, amount }) =>
            sum +
            (keys.includes(to) ? BigInt(amount) : 0n) -
            (keys.includes(from) ? BigInt(amount) : 0n),
          1_000n * BigInt(keys.length),
        ),
      ),
    fake_history: (keys) =>
      payments.filter(({ from, to }) => keys.includes(from) || keys.includes(to)).toReversed(),
  }
  const node = await startFakeNode((body, response) => {
    const { id, method, params } = JSON.parse(body) as {
      id: unknown
      method: string
      params: readonly string[]
    } // the request is from our own service
    const result = results[method]?.(params)
    sendJson(response, {
      jsonrpc: '2.0',
      id,
      ...(result === undefined ? { error: { code: -32601, message: 'Not here' } } : { result }),
    })
  })
  return {
    ...node,
    pay(from: Key, to: Key, amount: bigint): string {
      const height = payments.length + 1
      const hash = height.toString(16).padStart(64, '0')
      payments.push({ height, at: 1_700_000_000 + height, hash, from, to, amount: String(amount) })
      return hash
    },
  }
}
