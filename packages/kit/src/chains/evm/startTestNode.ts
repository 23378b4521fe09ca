import { formatNetworkId } from '@latchkey/protocol/caip'
import { isObject } from '@latchkey/protocol/isObject'
import { startTestKit } from '../../session/startTestKit.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { chainOf } from './provider/chain.ts'

/** A request to a node. */
export type NodeRequest = { method: string; params: readonly unknown[] }

/**
 * Returns a node's answer to a request. Undefined for an unknown method. If it throws an error, the
 * node answers with a revert.
 */
export type NodeAnswer = (request: NodeRequest) => unknown

/** The contract and the data of an `eth_call`, in lower case. Empty for other requests. */
export function callIn({ method, params: [call] }: NodeRequest): { to: string; data: string } {
  const textOf = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : '')
  return method === 'eth_call' && isObject(call)
    ? { to: textOf(call['to']), data: textOf(call['data']) }
    : { to: '', data: '' }
}

/** Writes a number as a word of a contract's return data. */
export const wordOf = (value: bigint): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`

/**
 * The default answers of a node: one plain account with 1 ether, a tip and a gas price of 1 gwei.
 */
const defaults: { readonly [method: string]: unknown } = {
  eth_chainId: '0x7a69',
  eth_gasPrice: '0x3b9aca00',
  eth_maxPriorityFeePerGas: '0x3b9aca00',
  eth_estimateGas: '0x5208',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getCode: '0x',
  eth_getTransactionCount: '0x1',
  eth_blockNumber: '0x10',
  eth_call: '0x',
  eth_feeHistory: {
    oldestBlock: '0xc',
    baseFeePerGas: Array(5).fill('0x3b9aca00'),
    gasUsedRatio: [0.5],
    reward: [['0x64']],
  },
}

/**
 * A kit with chain 31337, whose node gives the test's answers. Where the test's answer is
 * undefined, the node gives its default answer. The node stops when the test ends.
 */
export async function startTestNode(
  answer: NodeAnswer = () => undefined,
  options: Partial<KitOptions> = {},
) {
  const requests: NodeRequest[] = []
  const { url } = await startTestServer((response, { body }) => {
    const respond = (message: NodeRequest & { id: unknown }) => {
      const envelope = { jsonrpc: '2.0', id: message.id }
      requests.push(message)
      try {
        const result = answer(message) ?? defaults[message.method]
        return result === undefined
          ? { ...envelope, error: { code: -32601, message: 'method not found' } }
          : { ...envelope, result }
      } catch (error) {
        return {
          ...envelope,
          error: {
            code: 3,
            message: `execution reverted: ${error instanceof Error ? error.message : ''}`,
            data: '0x',
          },
        }
      }
    }
    // the cast: only the kit sends requests to this node
    const parsed = JSON.parse(body) as
      | (NodeRequest & { id: unknown })
      | readonly (NodeRequest & { id: unknown })[]
    sendJson(response, 'length' in parsed ? parsed.map(respond) : respond(parsed))
  })
  const started = startTestKit({ chains: [{ id: 31337, name: 'Node', rpcUrl: url }], ...options })
  return { ...started, requests, chain: chainOf(started.kit, formatNetworkId('eip155', 31_337)) }
}
