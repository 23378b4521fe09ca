import { isSameAddress } from '@latchkey/protocol/address'
import { hasFacet } from '../../core/accounts/facetOf.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { changePending } from '../../core/transactions/pendingTransactions.ts'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { perKit } from '../../core/kit/perKit.ts'
import { wantFreshBalances } from '../../core/queries/refreshAccount.ts'
import { isSame } from '../../core/transactions/sameTransaction.ts'
import { accountOf } from '../../core/kit/state.ts'
import { shareTransactions } from '../sharedConnections.ts'
import { checkTransactions } from './checkTransactions.ts'
import type { CheckMemory } from './judge.ts'
import { pace } from './pace.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Whether `followTransactions` runs. */
export const following = perKit(() => ({ isRunning: false }))

/**
 * Follows the visitor's transactions until they are mined, failed, replaced or dropped, and for
 * some minutes after that. Checks them every 4 s while the page is visible, less often otherwise.
 * Ends when no transaction is left to follow, or the kit is stopped. A call while it runs does
 * nothing.
 */
export async function followTransactions(kit: Kit): Promise<void> {
  const task = following(kit)
  if (task.isRunning) return
  task.isRunning = true
  try {
    const memories = new Map<string, CheckMemory>()
    let failures = 0
    for (let followed = followedOf(kit); followed.length > 0; followed = followedOf(kit)) {
      const isWoken = await rest(kit, pauseOf(kit, followed, failures), followed)
      if (!isWoken && !isStopped(kit)) failures = (await check(kit, memories)) ? 0 : failures + 1
    }
  } finally {
    task.isRunning = false
  }
}

/** Whether the kit is stopped. False after it was started again. */
const isStopped = (kit: Kit) => {
  const context = contextOf(kit)
  return context.life?.signal.aborted === true
}

/**
 * Transactions that may still change, on networks with a known node. None when the kit is stopped.
 */
function followedOf(kit: Kit): readonly PendingTransaction[] {
  const { getState } = kit,
    context = contextOf(kit)
  if (isStopped(kit)) return []
  const now = context.clock.now()
  const isOpen = ({ status, sentAt, endedAt = 0 }: PendingTransaction) =>
    status === 'pending' ||
    (status === 'unseen' && now - sentAt < pace.unseen) ||
    now - endedAt < pace.settled
  const isReachable = ({ networkId }: PendingTransaction) =>
    context.networks.some((network) => network.networkId === networkId) &&
    hasFacet(kit, networkId, 'transactions')
  return (getState().pending ?? []).filter(
    (transaction) => isOpen(transaction) && isReachable(transaction),
  )
}

function pauseOf(kit: Kit, followed: readonly PendingTransaction[], failures: number): number {
  const { clock } = contextOf(kit)
  if (globalThis.document?.visibilityState === 'hidden') return pace.hidden
  if (failures > 0) return Math.min(pace.check * 2 ** failures, pace.hidden)
  const ages = followed
    .filter(({ status }) => status === 'pending')
    .map(({ sentAt }) => clock.now() - sentAt)
  if (followed.every(({ status }) => status === 'unseen')) return pace.hidden
  const newest = Math.min(...ages)
  if (newest < pace.first) return pace.first
  return newest < pace.slowAfter ? pace.check : pace.slow
}

/**
 * Waits until the time is up, the page becomes visible again, or the kit is stopped. True when a
 * transaction was added meanwhile: the caller then computes a new pause, and waits again before it
 * checks.
 */
function rest(kit: Kit, ms: number, followed: readonly PendingTransaction[]): Promise<boolean> {
  const signal = contextOf(kit).life?.signal
  return new Promise((resolve) => {
    const end = (isWoken: boolean) => {
      cancel()
      unsubscribe()
      globalThis.document?.removeEventListener('visibilitychange', onVisibility)
      signal?.removeEventListener('abort', onStop)
      resolve(isWoken)
    }
    const onStop = () => end(false)
    const onVisibility = () => document.visibilityState === 'visible' && end(false)
    const cancel = contextOf(kit).clock.setTimeout(() => end(false), ms)
    const unsubscribe = kit.subscribe(
      () =>
        followedOf(kit).some(
          (transaction) => !followed.some((earlier) => isSame(transaction, earlier)),
        ) && end(true),
    )
    globalThis.document?.addEventListener('visibilitychange', onVisibility)
    signal?.addEventListener('abort', onStop)
  })
}

/** Checks all transactions once. False when no node answered. */
async function check(kit: Kit, memories: Map<string, CheckMemory>): Promise<boolean> {
  const followed = followedOf(kit)
  const { changes, answered } = await checkTransactions(kit, followed, memories)
  if (changes.length > 0) {
    changePending(kit, (pending) =>
      pending.map((transaction) => {
        const change = changes.find((changed) => isSame(changed, transaction))
        if (!change) return transaction
        // Another tab may have changed `isTold`, `asked` and `description` during the check, so the
        // stored values stay. Exceptions: if another transaction than the requested one is in the
        // block, its description is the chain's. If no node showed the transaction before, its end
        // is still to be reported.
        const isReported =
          transaction.status !== 'unseen' || change.status === 'unseen'
            ? transaction.isTold
            : undefined
        // while it waits, the visitor may have sent a replacement
        const isStillPending = transaction.status === 'pending' && change.status === 'pending'
        return {
          ...change,
          ...(isStillPending && { replacedBy: transaction.replacedBy }),
          isTold: isReported,
          asked: transaction.asked,
          description: change.status === 'changed' ? change.description : transaction.description,
        }
      }),
    )
    shareTransactions(kit)
  }
  const hasStatusChange = changes.some((change) =>
    followed.some(
      (transaction) => isSame(transaction, change) && transaction.status !== change.status,
    ),
  )
  if (hasStatusChange) {
    refresh(kit, changes)
    contextOf(kit).clock.setTimeout(() => refresh(kit, changes), indexed)
  }
  return answered || followed.length === 0
}

/**
 * Milliseconds after which all data is fetched once more: at the first fetch, the service's index
 * may not have had the block.
 */
const indexed = 5_000

/**
 * Refetches the balances, NFTs and history that are on a screen or watched. The balances of the
 * senders' accounts bypass the caches of the API.
 */
function refresh(kit: Kit, sent: readonly PendingTransaction[]): void {
  const account = accountOf(kit.getState())
  if (
    account &&
    sent.some(
      ({ networkId, address }) =>
        networkId === account.networkId && isSameAddress(address, account.address),
    )
  )
    wantFreshBalances(kit, account.accountId)
  contextOf(kit)
    .queries()
    .then(
      ({ client }) =>
        ['balances', 'nfts', 'history'].forEach(
          (key) => void client.invalidateQueries({ queryKey: [key] }),
        ),
      () => {},
    ) // if this code never loaded, the page has no data to refetch
}
