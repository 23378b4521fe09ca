import { fault } from '../bridge/Fault.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { askNode, NodeFault } from './askNode.ts'
import { forgetSent } from './sentTransactions.ts'
import type { SentTransaction } from './sentTransactions.ts'

/** Attempts to hand a signed transaction to the node. */
const attempts = 3

/**
 * Hands a signed transaction to the node. Handing it over twice does no harm: it has one hash.
 * @throws NodeFault when the node refuses it; Fault `httpFailed` when no attempt reached the node, and then the transaction stays stored
 */
export async function broadcast(wallet: Wallet, network: Network, { requestId, sent }: { requestId: string; sent: SentTransaction }): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      await askNode(wallet, network, { method: 'eth_sendRawTransaction', params: [sent.raw] })
      return sent.hash
    } catch (error) {
      if (error instanceof NodeFault) {
        if (await isKnown(wallet, network, sent.hash)) return sent.hash
        await forgetSent(wallet, requestId)
        throw fault('transactionRejected', { cause: error })
      }
      if (attempt === attempts) throw error
    }
  }
}

/** Whether the node has the transaction already: it answers a repetition with an error. */
async function isKnown(wallet: Wallet, network: Network, hash: string): Promise<boolean> {
  return (await askNode(wallet, network, { method: 'eth_getTransactionByHash', params: [hash] }).catch(() => null)) !== null
}
