import { formatAccountId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { isSameAddress } from '@latchkey/protocol/address'
import type { Transaction } from '@latchkey/protocol/transaction'
import { accountMemory } from '../../core/accountMemory.ts'
import { kitError } from '../../core/errors.ts'
import { facetOf } from '../../core/facetOf.ts'
import type { SwapFacet, SwapRequest, SwapMethod } from '../../core/facets/swap.ts'
import { formatUnits } from '../../core/formatUnits.ts'
import type { Kit } from '../../core/kit.ts'
import { orUndefined } from '../../core/orUndefined.ts'
import type { PendingTransaction, TransactionDescription } from '../../core/pendingTransactions.ts'
import { refreshAccount, wantFreshBalances } from '../../core/refreshAccount.ts'
import { accountOf } from '../../core/state.ts'
import { withLimit } from '../../core/withLimit.ts'
import { prepareAgain } from '../review/prepareSwap.ts'
import type { PreparedSwap } from '../review/prepareSwap.ts'
import { unfinishedSwap, storeUnfinishedSwap } from '../unfinishedSwap.ts'
import { whenEnded } from './whenEnded.ts'
import { whileConnected } from './whileConnected.ts'

/**
 * The progress of a swap: a check; what the wallet is asked for; an approval on its way; the swap
 * on its way. From `sent` on it goes on by itself. `insteadOf`: the way that the wallet or the
 * token did not take, in whose place an approval is asked for, which costs a fee.
 */
export type SwapProgress =
  | { status: 'checking' }
  | { status: 'asking'; step: 'permit' | 'together' | 'swap' }
  | { status: 'asking'; step: 'approve'; insteadOf?: 'permit' | 'together' }
  | { status: 'approving'; hash: string }
  | { status: 'sent'; hash: string }

/**
 * How a swap ended. `arrived`, in the smallest unit of the token to get, is undefined where the
 * node can't say; only of one that was `mined`.
 */
export type SwapOutcome = {
  hash: string
  status: Exclude<PendingTransaction['status'], 'pending' | 'changed'>
  arrived?: bigint
} & Pick<PendingTransaction, 'isExpired'>

/**
 * `isUncheckedFine`: sends a swap that the node could not check. `signal` ends the wait, and what
 * the wallet was not yet asked for; what is open in the wallet stays, and an approval that was sent
 * is remembered.
 */
export type SwapOptions = {
  onProgress?: (progress: SwapProgress) => void
  isUncheckedFine?: boolean
  signal?: AbortSignal
}

/**
 * Sends a prepared swap, with what allows it before: asks the wallet for each step, follows each to
 * its block, and checks the swap again before the wallet is asked for it. Resolves when it has
 * ended, with what arrived. Balances are then read past every cache.
 * @throws KitError actionNotAllowed while there are `problems`, for an unchecked one without
 *   `isUncheckedFine`, and for one whose allowance was used since; chainDisconnected when the
 *   wallet switched to another account or network;
 *   providerDisconnected when the wallet leaves before the end, after which nobody knows how a swap that was sent ends; priceMoved when less than the agreed least would arrive; swapRefused; transactionRejected when an approval came to nothing; answerInvalid when nobody knows what came of one; userRejected and what else the wallet answers; requestAborted
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
  // what was allowed is used up, perhaps by the same swap in another tab: going on would allow, and
  // pay, a second time
  if (prepared.method === 'direct' && next.method !== 'direct')
    throw kitError('actionNotAllowed', { details: allowanceUsed })
  const hash = await sendAll(kit, facet, next, options)
  const accountId = formatAccountId(networkId, account)
  wantFreshBalances(kit, accountId, [from.id, to.id])
  onProgress?.({ status: 'sent', hash })
  const { status, replacedBy = hash, isExpired } = await whenEnded(kit, hash, signal)
  await orUndefined(refreshAccount(kit, accountId, [from.id, to.id]))
  if (status !== 'mined' && status !== 'replaced')
    return { hash, status: errorOfStatus(status), ...(isExpired && { isExpired }) }
  const arrived = await orUndefined(
    facet.readArrived({ networkId, hash: replacedBy, account, token: to, signal }),
  )
  return { hash: replacedBy, status, ...(arrived !== undefined && { arrived }) }
}

/** `details` of the error of a swap whose allowance was used since its review. */
export const allowanceUsed = 'allowance used'

/**
 * One that the wallet sent in place of the swap replaced it. One that is still pending has no known
 * end.
 */
const errorOfStatus = (status: PendingTransaction['status']) =>
  status === 'pending' ? 'unseen' : status === 'changed' ? 'replaced' : status

/** @throws KitError */
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
 * Takes the way of the plan; one that the wallet can't take after all gives way to the next.
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
 * Has the wallet send both at once. As with a single transaction, what the wallet answers after the
 * wait has ended counts as well.
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
    // it is in a block: no error may say that it was not sent
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
    clock: kit.context.clock,
    signal,
    onTimeout: () => kitError('walletTimeout'),
  })
}

/** The contract is the one that was checked: asked again, a service could name another. */
const requestOf = ({
  order,
  offer,
  spender,
  slippage,
  heldTokens: held,
}: PreparedSwap): SwapRequest => ({
  ...order,
  offer: { ...offer, ...(spender !== undefined && { spender }) },
  slippage,
  heldTokens: held,
})

/** Asks for the approvals one after another, waits for each, and plans the swap anew. */
async function approve(
  kit: Kit,
  plan: PreparedSwap,
  options: SwapOptions,
  insteadOf: 'permit' | 'together' | undefined,
): Promise<PreparedSwap> {
  const { onProgress, signal } = options
  const {
    order: { networkId, account, from, to, amount },
  } = plan
  const isRemembered = accountMemory(kit)
  const accountId = formatAccountId(networkId, account)
  const description: TransactionDescription = {
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
  }
  const recordApproval = (hash: string) => {
    if (!isRemembered()) return
    const { approvals = [] } = unfinishedSwap(kit, accountId) ?? {}
    storeUnfinishedSwap(kit, {
      accountId,
      from,
      to,
      amount,
      approvals: [...approvals, hash].slice(-2),
      at: kit.context.clock.now(),
    })
  }
  storeUnfinishedSwap(kit, undefined)
  for (const transaction of plan.approvals) {
    // the wallet may have switched while the one before was on its way
    checkSendable(kit, plan, options)
    onProgress?.({ status: 'asking', step: 'approve', ...(insteadOf && { insteadOf }) })
    // an answer after the wait has ended counts as well
    const hash = await send(
      kit,
      transaction,
      description,
      signal,
      (answer) => void answer.then(recordApproval, () => {}),
    )
    onProgress?.({ status: 'approving', hash })
    const { status, isExpired } = await whenEnded(kit, hash, signal)
    // it may still come: what was begun is not forgotten, and nothing is asked for a second time
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
 * Asks the wallet for one transaction. `onAsked` gets its own answer, which may come after the wait
 * has ended.
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

/** What the list of activity says until the chain has said what arrived. */
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
