import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { disableCall, raiseNonceCall, readContext } from '@latchkey/protocol/sessions/delegation'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import { encodeCalls } from '@latchkey/protocol/smartAccounts/calls'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import type { Approved } from '../approve/transaction/estimate.ts'
import type { SmartCalls, TransactionsToApprove } from '../approve/transaction/useEstimate.ts'
import { fault, isFault } from '../bridge/Fault.ts'
import { receiptOf } from '../rpc/calls/runBundle.ts'
import { prepareVault } from '../rpc/prepareVault.ts'
import type { RequestedTransaction } from '../rpc/readTransaction.ts'
import { subjectOf } from '../rpc/sentTransactions.ts'
import { signAndSend } from '../rpc/signAndSend.ts'
import { findOperation } from '../smartAccount/findOperation.ts'
import { finishOperation } from '../smartAccount/finishOperation.ts'
import { sendOperation } from '../smartAccount/sendOperation.ts'
import { smartStatusOf } from '../smartAccount/statusOf.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { isDisabled, sessionNonceOf } from './contracts.ts'
import type { StoredGrant } from './grantStore.ts'

/** A grant, as far as its end needs it. */
type GrantToEnd = Pick<StoredGrant, 'hash' | 'context'>

/** What ends: one grant, or all grants of the account on a network. */
type Ending =
  | { kind: 'one'; grant: GrantToEnd }
  /** `nonce`: the account's number in NonceEnforcer before. */
  | { kind: 'all'; nonce: bigint }

/** The transaction that ends grants, and how the account sends it. */
export type EndPlan = TransactionsToApprove & { ending: Ending }

/** Looks for the receipt of what was sent. */
type LookUp = () => ReturnType<typeof receiptOf>

/** Milliseconds between two looks at the network. */
const pause = 500
/** Milliseconds after which the caller gets an error, though the end may still happen. */
const patience = 3 * 60_000

/**
 * Plans the end of grants. A smart account lets the operator's paymaster pay where there is one. An
 * ordinary account, and any other, sends a transaction. ERC-7710
 * @param options.grant undefined: all grants of the account on the network
 * @throws Fault when the node does not answer; -32602 for a context that can't be read
 */
export async function planEnd(
  wallet: Pick<Wallet, 'server' | 'store' | 'settings'>,
  network: Network,
  { address, grant, signal }: { address: Hex; grant: GrantToEnd | undefined; signal: AbortSignal },
): Promise<EndPlan> {
  const ending: Ending = grant
    ? { kind: 'one', grant }
    : { kind: 'all', nonce: await sessionNonceOf(wallet, network, address, signal) }
  const transaction = callOf(ending)
  const paymaster = paymasterOf(wallet, network)
  const found = paymaster && (await smartStatusOf(wallet, network, address, signal))
  const isSponsored = found?.status === 'deployed' && found.hasOperations
  return {
    transactions: [transaction],
    address,
    network,
    ending,
    ...(isSponsored && {
      smart: { callData: encodeCalls([transaction]), isUpgrade: false, paymaster },
    }),
  }
}

function callOf(ending: Ending): RequestedTransaction & { to: Hex } {
  if (ending.kind === 'all') return { to: enforcers.nonce, value: 0n, data: raiseNonceCall() }
  const delegation = readContext(ending.grant.context)
  if (!delegation) throw fault('invalidParams')
  return { to: delegationManager, value: 0n, data: disableCall(delegation) }
}

/** The operator's paymaster, which may pay for the end of grants. ERC-7677 */
function paymasterOf(
  { settings: { ownPaymaster, projectId } }: Pick<Wallet, 'settings'>,
  { networkId, hasBundler }: Network,
): SmartCalls['paymaster'] {
  if (ownPaymaster === undefined || !hasBundler) return undefined
  const url = new URL(ownPaymaster)
  url.searchParams.set('chainId', networkId)
  if (projectId !== null) url.searchParams.set('projectId', projectId)
  return { url: url.href, context: undefined, isOptional: true }
}

/**
 * The plan with which the visitor can go on after a failure: a transaction of the account itself,
 * which needs neither paymaster nor bundler. Undefined if it was one already, or for other errors.
 */
export function planAfter(error: unknown, plan: EndPlan, approved: Approved): EndPlan | undefined {
  const { operation } = approved
  const isTheirs = isFault(error, 'unavailable') || isFault(error, 'transactionRejected')
  const isRefused = isFault(error, 'sponsorRefused') && operation?.sponsor !== undefined
  return operation && (isTheirs || isRefused) ? planUnpaid(plan, approved) : undefined
}

/** The same plan when the paymaster has refused to pay, so that the visitor would pay. */
function planUnpaid(plan: EndPlan, { operation }: Approved): EndPlan {
  const { smart, ...rest } = plan
  if (!smart) return plan
  const { paymaster: _, ...unpaid } = smart
  const refusedBy = operation?.sponsor?.name
  return { ...rest, smart: { ...unpaid, ...(refusedBy !== undefined && { refusedBy }) } }
}

/**
 * Waits until the end of grants is in a block.
 * @throws Fault `transactionRejected` if it has failed there, `unavailable` if it is in no block in
 *   time
 */
export async function awaitEnd(
  wallet: Wallet,
  plan: Pick<EndPlan, 'network' | 'address' | 'ending'>,
  lookUp: LookUp,
  signal: AbortSignal,
): Promise<void> {
  const end = Date.now() + patience
  while (Date.now() < end) {
    // an unreachable node is asked again: the end is on its way
    if (await hasEnded(wallet, plan, signal).catch(() => false)) return
    const receipt = await lookUp().catch(() => undefined)
    if (receipt?.status === '0x0' && !(await hasEnded(wallet, plan, signal)))
      throw fault('transactionRejected')
    signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  throw fault('unavailable')
}

/**
 * Sends the end of grants as the visitor has approved it.
 * @throws Fault `sponsorRefused` when the paymaster refuses now; another Fault when it is not sent
 */
export async function sendEnd(
  wallet: Wallet,
  { network, address, smart, transactions: [transaction], ending }: EndPlan,
  { operation, costs }: Approved,
): Promise<LookUp> {
  const openVault = prepareVault()
  if (operation) {
    const parts = { prepared: operation, isUpgrade: false, openVault }
    const signed = await finishOperation(wallet, network, parts)
    await sendOperation(wallet, network, signed)
    return () => findOperation(wallet, network, signed)
  }
  const own: RequestedTransaction = smart
    ? { to: address, value: 0n, data: smart.callData }
    : transaction
  const hash = await signAndSend(
    { wallet, network, openVault },
    {
      address,
      transaction: own,
      cost: costs[0],
      subject: await subjectOf(['endSessions', network.networkId, address, ending]),
      requestId: `endSessions ${crypto.randomUUID()}`,
      ...(smart && { code: { kind: 'batch', isUpgrade: false } }),
    },
  )
  return () => receiptOf(wallet, network, hash)
}

/** Whether the network has ended the grants. @throws Fault when the node does not answer */
export const hasEnded = async (
  wallet: Pick<Wallet, 'server'>,
  { network, address, ending }: Pick<EndPlan, 'network' | 'address' | 'ending'>,
  signal?: AbortSignal,
): Promise<boolean> =>
  ending.kind === 'one'
    ? isDisabled(wallet, network, ending.grant.hash, signal)
    : (await sessionNonceOf(wallet, network, address, signal)) > ending.nonce
