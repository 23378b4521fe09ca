import type { SmartCalls, TransactionsToApprove } from '../../approve/transaction/useEstimate.ts'
import { messages } from '../../approve/messages.ts'
import type { Approved } from '../../approve/transaction/estimate.ts'
import { fault } from '../../bridge/Fault.ts'
import { findNetwork, requireNamespace } from '../../wallet/network.ts'
import { isTransient } from '../../server/isTransient.ts'
import { readConnected } from '../../wallet/consent.ts'
import { refuseHiddenCalls } from '../refuseHiddenCalls.ts'
import { requireEvmAccount } from '../requireAccount.ts'
import { subjectOf } from '../sentTransactions.ts'
import { approveOperation } from './approveOperation.ts'
import { findBundle, storeBundle } from './bundles.ts'
import { planCalls } from './planCalls.ts'
import { readCalls } from './readCalls.ts'
import { followBundle, stepBundle } from './runBundle.ts'
import type { SigningCall } from '../signingCall.ts'

/**
 * A batch's id where the site gives none. It is derived from the request, so that the same
 * request finds the batch after a reload.
 */
const idOf = async (requestId: string) => `0x${await subjectOf(['wallet_sendCalls', requestId])}`

/**
 * Sends several calls that the visitor approved together. A smart account runs them as one: in a
 * transaction to itself, or in an operation that a paymaster pays. A plain account sends one
 * transaction after the other, each after the one before it was mined, and a failure stops the
 * rest. The answer comes when the first transaction, or the operation, is sent. EIP-5792.
 * `wallet_sendCalls` [{ version, from, chainId, calls, … }]
 * @throws Fault 5700 for a paymaster that can't pay here, 5710 for a chain that the wallet does not
 *   serve, 5720 for an id of the site that the wallet already has, 5760 for an atomic batch of a
 *   plain account
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
  refuseHiddenCalls(address, transactions)
  const id = requestedCalls.id ?? (await idOf(request.id))
  const subject = await subjectOf({ address, networkId: network.networkId, transactions })
  const known = await findBundle(wallet, id)
  // a site that repeats its request after a reload means the same batch
  if (known && (known.subject !== subject || requestedCalls.id !== undefined))
    throw fault('callsDuplicate')
  if (known) return { id }
  const plan = await planCalls(wallet, network, {
    address,
    calls: requestedCalls,
    signal: request.signal,
  })
  const ask = (smart: SmartCalls | undefined) =>
    wallet.stage.ask<TransactionsToApprove, Approved>({
      load: () => import('../../approve/transaction/ApproveTransactionView.tsx'),
      params: { transactions, address, network, ...(smart && { smart }) },
      title: () => wallet.language.words(messages).transactionTitle,
      signal: request.signal,
    })
  const { costs, smart, operation } = await approveOperation({ wallet, network }, plan, ask)
  // the same id may have been requested twice at the same time
  if (await findBundle(wallet, id)) throw fault('callsDuplicate')
  const approved = smart ? [{ to: address, value: 0n, data: smart.callData }] : transactions
  await storeBundle(wallet, {
    id,
    subject,
    address,
    networkId: network.networkId,
    transactions: operation
      ? []
      : approved.map((transaction, index) => ({ transaction, cost: costs[index] ?? never() })),
    hashes: [],
    status: 'open',
    at: Date.now(),
    ...(smart && !operation && { smart: { isUpgrade: smart.isUpgrade } }),
    ...(operation && { operation }),
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
