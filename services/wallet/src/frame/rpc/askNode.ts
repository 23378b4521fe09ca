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
const entryAt = (path: WalletCall['path']) =>
  ({ path, params: call, result: answer, needsLogin: false }) as const satisfies WalletCall
const entries = {
  node: entryAt('/v1/rpc'),
  bundler: entryAt('/v1/bundler'),
  paymaster: entryAt('/v1/paymaster'),
}

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
export const askNode = (
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  call: NodeCall,
): Promise<unknown> => ask(wallet, entries.node, network, call)

/**
 * Asks the operator's bundler of a network, through the wallet's server. ERC-7769
 * @throws NodeFault for an error of the bundler; another Fault if there is no answer
 */
export const askBundler = (
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  call: NodeCall,
): Promise<unknown> => ask(wallet, entries.bundler, network, call)

/**
 * Asks the paymaster that a site names, through the wallet's server. ERC-7677
 * @throws NodeFault for an error of the paymaster; another Fault if there is no answer
 */
export const askPaymaster = (
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { url, ...call }: NodeCall & { url: string },
): Promise<unknown> =>
  ask(wallet, entries.paymaster, network, call, `&url=${encodeURIComponent(url)}`)

async function ask(
  { server }: Pick<Wallet, 'server'>,
  entry: ReturnType<typeof entryAt>,
  network: Network,
  { method, params, signal }: NodeCall,
  query = '',
): Promise<unknown> {
  const { result, error } = await server.call(
    entry,
    { jsonrpc: '2.0', id: 1, method, params },
    { signal, query: `?chainId=${encodeURIComponent(network.networkId)}${query}` },
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
