import type { WalletCall } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'
import { Fault, fault } from '../bridge/Fault.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'

const call = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.number(),
  method: v.string(),
  params: v.unknown(),
})
const answer = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(
    v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  ),
})
const entry = {
  path: '/v1/rpc',
  params: call,
  result: answer,
  needsLogin: false,
} satisfies WalletCall

/** An error of a node: its code and sentence, with the data of a revert. */
export class NodeFault extends Fault {
  readonly data: unknown

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(code, message.slice(0, 300))
    this.data = data
  }
}

/** A call of a network's node. */
export type NodeCall = { method: string; params: unknown; signal?: AbortSignal }

/**
 * Asks the network's node, through the wallet's server. JSON-RPC 2.0
 * @throws NodeFault for an error of the node; another Fault if there is no answer
 */
export async function askNode(
  { server }: Pick<Wallet, 'server'>,
  network: Network,
  { method, params, signal }: NodeCall,
): Promise<unknown> {
  const { result, error } = await server.call(
    entry,
    { jsonrpc: '2.0', id: 1, method, params },
    { signal, query: `?chainId=${encodeURIComponent(network.networkId)}` },
  )
  if (error) throw new NodeFault(error)
  return result ?? null
}

/** A quantity from the node. @throws Fault `answerInvalid` */
export async function askQuantity(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  call: NodeCall,
): Promise<bigint> {
  return quantityOf(await askNode(wallet, network, call))
}

/** A quantity of JSON-RPC as a number. @throws Fault `answerInvalid` */
export function quantityOf(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw fault('answerInvalid')
  return BigInt(value)
}
