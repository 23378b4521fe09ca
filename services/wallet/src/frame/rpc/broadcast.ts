import { fault } from '../bridge/Fault.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { askNode, NodeFault } from './askNode.ts'
import { forgetSent, storeSent } from './sentTransactions.ts'
import type { SentTransaction } from './sentTransactions.ts'

/** Maximum of attempts to send a signed transaction to the node. */
const attempts = 3

/**
 * Sends a signed transaction to the node. Sending a transaction twice does no harm, because both
 * have the same hash.
 * @throws Fault `transactionRejected` when the node refuses the transaction and does not have it.
 *   In all other cases the transaction stays stored as unsure: `unavailable` when the node refused
 *   it and its state is unknown, the last attempt's error when the node did not answer
 */
export async function broadcast(
  wallet: Wallet,
  network: Network,
  { requestId, sent }: { requestId: string; sent: SentTransaction },
): Promise<string> {
  const failure = await submit(wallet, network, sent)
  if (failure === undefined) return storeAccepted(wallet, requestId, sent)
  const known = await isKnown(wallet, network, sent.hash)
  if (known) return storeAccepted(wallet, requestId, sent)
  if (known === false && failure instanceof NodeFault) {
    await forgetSent(wallet, requestId)
    throw fault('transactionRejected', { cause: failure })
  }
  await storeSent(wallet, requestId, { ...sent, isUnsure: true })
  throw failure instanceof NodeFault ? fault('unavailable', { cause: failure }) : failure
}

/**
 * @returns the last attempt's failure; undefined when the node accepted the transaction
 */
async function submit(
  wallet: Wallet,
  network: Network,
  { raw }: SentTransaction,
): Promise<unknown> {
  let failure: unknown
  for (let attempt = 1; attempt <= attempts && !(failure instanceof NodeFault); attempt++) {
    try {
      await askNode(wallet, network, { method: 'eth_sendRawTransaction', params: [raw] })
      return undefined
    } catch (error) {
      failure = error
    }
  }
  return failure
}

/** Stores that the node has the transaction. */
async function storeAccepted(
  wallet: Wallet,
  requestId: string,
  { isUnsure, ...sent }: SentTransaction,
): Promise<string> {
  if (isUnsure) await storeSent(wallet, requestId, sent)
  return sent.hash
}

/**
 * Whether the node has the transaction; undefined when it does not answer. This is asked because a
 * node answers a repeated transaction with an error.
 */
export async function isKnown(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  hash: string,
): Promise<boolean | undefined> {
  try {
    return (
      (await askNode(wallet, network, { method: 'eth_getTransactionByHash', params: [hash] })) !==
      null
    )
  } catch {
    return undefined // the state is unknown: the transaction may be on its way
  }
}
