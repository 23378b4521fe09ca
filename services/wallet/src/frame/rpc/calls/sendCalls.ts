import type { TransactionsToApprove } from '../../approve/transaction/useEstimate.ts'
import { messages } from '../../approve/messages.ts'
import type { Cost } from '../../approve/transaction/estimate.ts'
import { fault } from '../../bridge/Fault.ts'
import { findNetwork, requireNamespace } from '../../wallet/network.ts'
import { isTransient } from '../../server/isTransient.ts'
import { readConnected } from '../../wallet/consent.ts'
import { requireEvmAccount } from '../requireAccount.ts'
import { subjectOf } from '../sentTransactions.ts'
import { findBundle, storeBundle } from './bundles.ts'
import { readCalls } from './readCalls.ts'
import { followBundle, stepBundle } from './runBundle.ts'
import type { SigningCall } from '../signingCall.ts'

/**
 * A batch's id where the site gives none. It is derived from the request, so that the same
 * request finds the batch after a reload.
 */
const idOf = async (requestId: string) => `0x${await subjectOf(['wallet_sendCalls', requestId])}`

/**
 * Sends several transactions that the visitor approved together, each after the one before it was
 * mined. A failure stops the rest. The answer comes when the first transaction is sent. EIP-5792.
 * `wallet_sendCalls` [{ version, from, chainId, calls, … }]
 * @throws Fault 5710 for a chain that the wallet does not serve, 5720 for an id of the site that
 *   the wallet already has
 */
export async function sendCalls({
  wallet,
  network: current,
  params,
  request,
}: SigningCall): Promise<{ id: string }> {
  const networkOf = (chainId: number | undefined) =>
    chainId === undefined ? current : findNetwork(wallet.settings, chainId)
  const requestedCalls = readCalls(params, (chainId) => {
    const network = networkOf(chainId)
    if (!network) throw fault('callsChainUnsupported')
    requireNamespace(network, 'eip155', 'callsChainUnsupported')
    return Number(network.reference)
  })
  const network = networkOf(requestedCalls.chainId)
  if (!network) throw fault('callsChainUnsupported')
  const address = await requireEvmAccount(
    wallet,
    requestedCalls.from ?? (await readConnected(wallet))?.addresses.eip155,
  )
  const { transactions } = requestedCalls
  const id = requestedCalls.id ?? (await idOf(request.id))
  const subject = await subjectOf({ address, networkId: network.networkId, transactions })
  const known = await findBundle(wallet, id)
  // a site that repeats its request after a reload means the same batch
  if (known && (known.subject !== subject || requestedCalls.id !== undefined))
    throw fault('callsDuplicate')
  if (known) return { id }
  const costs = await wallet.stage.ask<TransactionsToApprove, readonly Cost[]>({
    load: () => import('../../approve/transaction/ApproveTransactionView.tsx'),
    params: { transactions, address, network },
    title: () => wallet.language.words(messages).transactionTitle,
    signal: request.signal,
  })
  // the same id may have been requested twice at the same time
  if (await findBundle(wallet, id)) throw fault('callsDuplicate')
  const approved = transactions.map((transaction, index) => ({
    transaction,
    cost: costs[index] ?? never(),
  }))
  await storeBundle(wallet, {
    id,
    subject,
    address,
    networkId: network.networkId,
    transactions: approved,
    hashes: [],
    status: 'open',
    at: Date.now(),
  })
  // an unreachable node is asked again later; the batch is approved, and its status reports
  // the rest
  await stepBundle(wallet, id).catch((error: unknown) => {
    if (!isTransient(error)) throw error
  })
  followBundle(wallet, id).catch(() => {}) // the batch’s status reports failures
  return { id }
}

function never(): never {
  throw fault('somethingWrong')
}
