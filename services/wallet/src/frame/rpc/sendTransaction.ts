import { partsOf } from '@latchkey/protocol/isObject'
import type { TransactionsToApprove } from '../approve/transaction/useEstimate.ts'
import { messages } from '../approve/messages.ts'
import type { Approved } from '../approve/transaction/estimate.ts'
import { requireNamespace } from '../wallet/network.ts'
import { broadcast, isKnown } from './broadcast.ts'
import { prepareVault } from './prepareVault.ts'
import { readTransaction } from './readTransaction.ts'
import { refuseHiddenCalls } from './refuseHiddenCalls.ts'
import { requestTwice } from './requestTwice.ts'
import { requireEvmAccount } from './requireAccount.ts'
import { findSent, subjectOf } from './sentTransactions.ts'
import { signAndSend } from './signAndSend.ts'
import type { SigningCall } from './signingCall.ts'

/**
 * Sends a transaction that the visitor approved. The signed transaction is stored before it is
 * sent, so that after a reload the same request returns the same hash and does not sign again.
 * `eth_sendTransaction` [transaction]
 */
export async function sendTransaction({
  wallet,
  network,
  params,
  request,
}: SigningCall): Promise<string> {
  requireNamespace(network, 'eip155')
  const [value]: readonly unknown[] = Array.isArray(params) ? params : []
  const chainId = Number(network.reference)
  const address = await requireEvmAccount(wallet, partsOf(value)['from'])
  const transaction = readTransaction(value, chainId)
  refuseHiddenCalls(address, [transaction])
  const subject = await subjectOf({ address, chainId, transaction })
  const earlier = await findSent(wallet, request.id, subject)
  if (earlier) return broadcast(wallet, network, { requestId: request.id, sent: earlier })
  const endDoubt = await requestTwice({ wallet, request }, subject, (hash) =>
    isKnown(wallet, network, hash),
  )
  const openVault = prepareVault()
  const {
    costs: [cost],
  } = await wallet.stage.ask<TransactionsToApprove, Approved>({
    load: () => import('../approve/transaction/ApproveTransactionView.tsx'),
    params: { transactions: [transaction], address, network },
    title: () => wallet.language.words(messages).transactionTitle,
    signal: request.signal,
  })
  await endDoubt()
  return signAndSend(
    { wallet, network, openVault },
    { address, transaction, cost, subject, requestId: request.id },
  )
}
