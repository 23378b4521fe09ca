import { formatAccountId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { isSameAddress } from '@latchkey/protocol/address'
import type { Transaction } from '@latchkey/protocol/transaction'
import { accountMemory } from '../../../core/storage/accountMemory.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import type { SwapFacet, SwapRequest, SwapMethod } from '../../../core/contracts/facets/swap.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { Kit } from '../../../core/kit/kit.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type {
  PendingTransaction,
  TransactionDescription,
} from '../../../core/transactions/pendingTransactions.ts'
import { refreshAccount, wantFreshBalances } from '../../../core/queries/refreshAccount.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { withLimit } from '../../../core/errors/withLimit.ts'
import { prepareAgain } from '../prepareSwap.lazy.ts'
import type { PreparedSwap } from '../prepareSwap.lazy.ts'
import { unfinishedSwap, storeUnfinishedSwap } from '../unfinishedSwap.ts'
import { whenEnded } from './whenEnded.ts'
import { whileConnected } from './whileConnected.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * The progress of a swap: a check, a request to the wallet, a pending approval, or the pending
 * swap. From `sent` on the swap needs no more requests to the wallet. `insteadOf` is the method
 * that the wallet or the token did not support. An approval, which costs a fee, is requested
 * instead.
 */
export type SwapProgress =
  | { status: 'checking' }
  | { status: 'asking'; step: 'permit' | 'together' | 'swap' }
  | { status: 'asking'; step: 'approve'; insteadOf?: 'permit' | 'together' }
  | { status: 'approving'; hash: string }
  | { status: 'sent'; hash: string }

/**
 * The outcome of a swap. `arrived` is the received amount, in the token's smallest unit. It is
 * undefined if the node can't report it, and for every status except `mined` and `replaced`.
 */
export type SwapOutcome = {
  hash: string
  status: Exclude<PendingTransaction['status'], 'pending' | 'changed'>
  arrived?: bigint
} & Pick<PendingTransaction, 'isExpired'>

/**
 * The options of sending a swap. With `isUncheckedFine`, a swap that the node could not check is
 * sent, too. When `signal` aborts, the kit stops waiting and sends no further requests to the
 * wallet. An open request stays in the wallet, and an approval that was sent is stored.
 */
export type SwapOptions = {
  onProgress?: (progress: SwapProgress) => void
  isUncheckedFine?: boolean
  signal?: AbortSignal
}

/**
 * Sends a prepared swap, with its approval if it needs one. It waits until each approval is in a
 * block, and prepares the swap again before it requests the swap from the wallet. Resolves when the
 * swap has ended, with the received amount. Then the balances are requested again, without any
 * cache.
 *
 * @throws KitError actionNotAllowed while there are `problems`, for an unchecked swap without
 *   `isUncheckedFine`, and if the swap's approval was used meanwhile; chainDisconnected if the
 *   wallet has switched to another account or network; providerDisconnected if the wallet
 *   disconnects before the end, when the outcome of a sent swap is unknown; priceMoved if less than
 *   the agreed minimum would arrive; swapRefused; transactionRejected if an approval failed;
 *   answerInvalid if the outcome of an approval is unknown; userRejected and other errors of the
 *   wallet; requestAborted
 */
export async function sendSwap(
  kit: Kit,
  prepared: PreparedSwap,
  options: SwapOptions = {},
): Promise<SwapOutcome> {
  options.onProgress?.({ status: 'checking' })
  checkSendable(kit, prepared, options)
  return whileConnected(
    kit,
    prepared.order.networkId,
    (signal) => sendAndFollow(kit, prepared, { ...options, signal }),
    options.signal,
  )
}

async function sendAndFollow(
  kit: Kit,
  prepared: PreparedSwap,
  options: SwapOptions,
): Promise<SwapOutcome> {
  const { onProgress, signal } = options
  const {
    order: { networkId, account, from, to },
  } = prepared
  const facet = await facetOf(kit, networkId, 'swap')
  const next = await prepareAgain(kit, prepared, { signal })
  // the approval has been used up, perhaps by the same swap in another tab. To continue would mean
  // to approve and pay a second time
  if (prepared.method === 'direct' && next.method !== 'direct')
    throw kitError('actionNotAllowed', { details: allowanceUsed })
  const hash = await sendAll(kit, facet, next, options)
  const accountId = formatAccountId(networkId, account)
  wantFreshBalances(kit, accountId, [from.id, to.id])
  onProgress?.({ status: 'sent', hash })
  const { status, replacedBy = hash, isExpired } = await whenEnded(kit, hash, signal)
  await orUndefined(refreshAccount(kit, accountId, [from.id, to.id]))
  if (status !== 'mined' && status !== 'replaced')
    return { hash, status: outcomeOfStatus(status), ...(isExpired && { isExpired }) }
  const arrived = await orUndefined(
    facet.readArrived({ networkId, hash: replacedBy, account, token: to, signal }),
  )
  return { hash: replacedBy, status, ...(arrived !== undefined && { arrived }) }
}

/** The `details` of the error for a swap whose approval was used after the review. */
export const allowanceUsed = 'allowance used'

/**
 * Returns the status of a swap's outcome. If the wallet has sent another transaction (`changed`),
 * the swap counts as replaced. If it is still `pending`, its outcome is unknown (`unseen`).
 */
const outcomeOfStatus = (status: PendingTransaction['status']) =>
  status === 'pending' ? 'unseen' : status === 'changed' ? 'replaced' : status

/** Checks that a prepared swap may be sent now. @throws KitError */
function checkSendable(
  kit: Kit,
  { order, problems, isChecked, transaction }: PreparedSwap,
  { isUncheckedFine = false }: SwapOptions,
): void {
  if (problems.length > 0 || !transaction)
    throw kitError('actionNotAllowed', { details: problems.join(', ') })
  if (!isChecked && !isUncheckedFine) throw kitError('actionNotAllowed', { details: 'unchecked' })
  const account = accountOf(kit.getState())
  if (!account) throw kitError('addressMissing')
  if (!isSameAddress(account.address, order.account) || account.networkId !== order.networkId)
    throw kitError('chainDisconnected')
}

/**
 * Sends the plan by its method. If the wallet does not support this method after all, it uses the
 * next method.
 * @returns the hash of the swap's own transaction
 */
async function sendAll(
  kit: Kit,
  facet: SwapFacet,
  plan: PreparedSwap,
  options: SwapOptions,
  without: readonly SwapMethod[] = [],
): Promise<string> {
  const { onProgress, signal } = options
  checkSendable(kit, plan, options)
  if (plan.method === 'direct') return sendOwn(kit, plan, options)
  if (plan.method === 'approve')
    return sendAll(
      kit,
      facet,
      await approve(
        kit,
        plan,
        options,
        without.includes('permit')
          ? 'permit'
          : without.includes('together')
            ? 'together'
            : undefined,
      ),
      options,
      without,
    )
  onProgress?.({ status: 'asking', step: plan.method })
  if (plan.method === 'permit') {
    const permitted = await facet.permit({ ...requestOf(plan), signal })
    if (permitted) return sendAll(kit, facet, { ...plan, ...permitted }, options, without)
  } else {
    const hash = await together(kit, facet, plan, signal)
    if (hash !== undefined) return hash
  }
  const refused = [...without, plan.method]
  onProgress?.({ status: 'checking' })
  return sendAll(
    kit,
    facet,
    await prepareAgain(kit, plan, { without: refused, signal }),
    options,
    refused,
  )
}

/**
 * Requests the wallet to send approval and swap at once. A late answer of the wallet is used, too:
 * the kit then follows the transaction.
 */
async function together(
  kit: Kit,
  facet: SwapFacet,
  plan: PreparedSwap,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const isRemembered = accountMemory(kit)
  async function requestApproval(): Promise<string | undefined> {
    const hash = await facet.sendTogether(requestOf(plan), plan)
    if (hash === undefined || !isRemembered()) return hash
    // an error is ignored: the swap is in a block, so no error may say that it was not sent
    const follow = kit.followTransaction({
      hash,
      networkId: plan.order.networkId,
      address: plan.order.account,
      description: describe(plan),
    })
    await follow.catch((cause: unknown) => Promise.reject(kitError('somethingWrong', { cause })))
    return hash
  }
  return withLimit(requestApproval, {
    ms: times.swapBegun,
    clock: contextOf(kit).clock,
    signal,
    onTimeout: () => kitError('walletTimeout'),
  })
}

/** Names the spender that was checked, because the service's next answer could name another. */
const requestOf = ({ order, offer, spender, slippage, held }: PreparedSwap): SwapRequest => ({
  ...order,
  offer: { ...offer, ...(spender !== undefined && { spender }) },
  slippage,
  heldTokens: held,
})

/** Requests the approvals one after another, waits for each, and then plans the swap again. */
async function approve(
  kit: Kit,
  plan: PreparedSwap,
  options: SwapOptions,
  insteadOf: 'permit' | 'together' | undefined,
): Promise<PreparedSwap> {
  const { onProgress, signal } = options
  const record = approvalRecorder(kit, plan)
  storeUnfinishedSwap(kit, undefined)
  for (const transaction of plan.approvals) {
    // again before each approval, because the wallet may have switched its account meanwhile
    checkSendable(kit, plan, options)
    onProgress?.({ status: 'asking', step: 'approve', ...(insteadOf && { insteadOf }) })
    // the approval is stored even if the wallet answers after the kit has stopped waiting
    const hash = await send(
      kit,
      transaction,
      describeApproval(plan),
      signal,
      (answer) => void answer.then(record, () => {}),
    )
    onProgress?.({ status: 'approving', hash })
    const { status, isExpired } = await whenEnded(kit, hash, signal)
    // the approval may still be executed: so the stored swap stays, and no second approval is
    // requested
    if (status === 'unseen' || status === 'pending' || (status === 'dropped' && !isExpired))
      throw kitError('answerInvalid', { details: status })
    if (status !== 'mined' && status !== 'replaced') {
      storeUnfinishedSwap(kit, undefined)
      throw kitError('transactionRejected', { details: status })
    }
  }
  onProgress?.({ status: 'checking' })
  const next = await prepareAgain(kit, plan, { without: ['permit', 'together'], signal })
  if (next.method === 'approve') throw kitError('transactionRejected', { details: 'allowance' })
  return next
}

/**
 * Creates the function that stores the hash of a sent approval, so that the swap can continue after
 * a reload. It stores nothing once the account was disconnected and forgotten.
 */
function approvalRecorder(
  kit: Kit,
  { order: { networkId, account, from, to, amount } }: PreparedSwap,
): (hash: string) => void {
  const isRemembered = accountMemory(kit)
  const accountId = formatAccountId(networkId, account)
  return (hash) => {
    if (!isRemembered()) return
    const { approvals = [] } = unfinishedSwap(kit, accountId) ?? {}
    storeUnfinishedSwap(kit, {
      accountId,
      from,
      to,
      amount,
      approvals: [...approvals, hash].slice(-2),
      at: contextOf(kit).clock.now(),
    })
  }
}

const describeApproval = ({ order: { from, amount } }: PreparedSwap): TransactionDescription => ({
  operationType: 'approve',
  transfers: [
    {
      direction: 'out',
      symbol: from.symbol,
      quantity: formatUnits(amount, from.decimals),
      iconUrl: from.iconUrl,
      token: from.address ?? 'native',
    },
  ],
})

async function sendOwn(
  kit: Kit,
  plan: PreparedSwap,
  { onProgress, signal }: SwapOptions,
): Promise<string> {
  onProgress?.({ status: 'asking', step: 'swap' })
  if (!plan.transaction) throw kitError('actionNotAllowed')
  const forget = () => storeUnfinishedSwap(kit, undefined)
  return send(
    kit,
    plan.transaction,
    describe(plan),
    signal,
    (answer) => void answer.then(forget, () => {}),
  )
}

/**
 * Requests the wallet to send a transaction. `onAsked` gets the promise of the wallet's answer,
 * which may settle after the kit has stopped waiting.
 */
function send(
  kit: Kit,
  transaction: Transaction,
  description: TransactionDescription,
  signal: AbortSignal | undefined,
  onAsked: (answer: Promise<string>) => void,
): Promise<string> {
  return kit.sendTransaction({ ...transaction, description, onAsked, ...(signal && { signal }) })
}

/** How the list of activity describes the swap until the received amount is known. */
function describe({
  order: { from, to, amount },
  offer,
  arrives = offer.arrives,
}: PreparedSwap): TransactionDescription {
  return {
    operationType: 'trade',
    transfers: [
      {
        direction: 'out',
        symbol: from.symbol,
        quantity: formatUnits(amount, from.decimals),
        iconUrl: from.iconUrl,
        token: from.address ?? 'native',
      },
      {
        direction: 'in',
        symbol: to.symbol,
        quantity: formatUnits(arrives, to.decimals),
        iconUrl: to.iconUrl,
        token: to.address ?? 'native',
      },
    ],
  }
}
