import { isNumbered } from '@latchkey/protocol/namespace'
import { rpcRequest as method } from '@latchkey/protocol/frame/frame'
import { frameReadMethods } from '@latchkey/protocol/frame/nodeMethods'
import type { InferOutput } from 'valibot'
import { fault } from '../bridge/Fault.ts'
import type { OpenRequests, Request } from '../bridge/servePort.ts'
import { askNode } from '../rpc/askNode.ts'
import { readConnected } from '../wallet/consent.ts'
import { findNetwork, readNetwork, requireNamespace } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { answer } from './answer.ts'

type Call = InferOutput<typeof method.params>

const read = new Set(frameReadMethods)

/**
 * Answers one JSON-RPC call: in the frame, by the network's node, or after the visitor's approval.
 * A method that no wallet has aborts everything that waits for the visitor.
 * docs/contracts/frame.md#rpc-request
 */
export const rpcRequest = answer(method, async (wallet, parameters, request, open) => {
  if (read.has(parameters.method)) return answerCall(wallet, parameters, request, open)
  request.wait()
  const { stage, end } = wallet.turns.take(wallet.stage)
  try {
    return await answerCall({ ...wallet, stage }, parameters, request, open)
  } finally {
    end()
  }
})

async function answerCall(
  wallet: Wallet,
  { method, params, chainId }: Call,
  request: Request,
  open: OpenRequests,
): Promise<unknown> {
  const network =
    chainId === undefined ? await readNetwork(wallet) : findNetwork(wallet.settings, chainId)
  if (!network) throw fault('switchChain')
  const list = params === undefined ? [] : params
  if (method === 'eth_chainId' && isNumbered(network.namespace))
    return `0x${Number(network.reference).toString(16)}`
  if (method === 'eth_accounts') return accountsOf((await readConnected(wallet))?.addresses.eip155)
  if (method === 'getAccountAddresses') {
    requireNamespace(network, 'bip122', 'unsupportedMethod')
    const { getAccountAddresses } = await import('../rpc/bitcoin/getAccountAddresses.ts').catch(
      (cause: unknown) => {
        throw fault('unavailable', { cause })
      },
    )
    return getAccountAddresses(wallet, network, list)
  }
  if (read.has(method)) {
    requireNamespace(network, 'eip155', 'unsupportedMethod')
    return askNode(wallet, network, { method, params: list, signal: request.signal })
  }
  const { signingMethodOf } = await import('../rpc/signingMethods.ts')
  const sign = signingMethodOf(method)
  if (!sign) {
    open.abort(fault('actionNotAllowed'))
    throw fault('rpcNotAllowed')
  }
  return sign({ wallet, network, params: list, request })
}

const accountsOf = (address: string | undefined) => (address === undefined ? [] : [address])
