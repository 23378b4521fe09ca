import { isSameAddress } from '@latchkey/protocol/address'
import { hasFacet } from '../../core/facetOf.ts'
import type { Kit } from '../../core/kit.ts'
import { changePending } from '../../core/pendingTransactions.ts'
import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import { perKit } from '../../core/perKit.ts'
import { wantFreshBalances } from '../../core/refreshAccount.ts'
import { isSame } from '../../core/sameTransaction.ts'
import { accountOf } from '../../core/state.ts'
import { shareTransactions } from '../sharedConnections.ts'
import { checkTransactions } from './checkTransactions.ts'
import type { CheckMemory } from './judge.ts'
import { pace } from './pace.ts'

/** Whether own transactions are followed now. */
export const following = perKit(() => ({ isRunning: false }))

/**
 * Follows own transactions from sent to mined, failed, replaced or dropped, and for some minutes
 * after, until none is left to follow, or the kit is stopped. Every 4 s while the page is visible,
 * less often otherwise. Once at a time for a kit.
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

/** Whether the kit is stopped; one that was started again is not. */
const isStopped = ({ context }: Kit) => context.life?.signal.aborted === true

/**
 * Transactions that may still change, on networks whose node is known; none when the kit is
 * stopped.
 */
function followedOf(kit: Kit): readonly PendingTransaction[] {
  const { context, getState } = kit
  if (isStopped(kit)) return []
  const now = context.clock.now()
  const isOpen = ({ status, sentAt, endedAt = 0 }: PendingTransaction) =>
    status === 'pending' ||
    (status === 'unseen' && now - sentAt < pace.unseen) ||
    now - endedAt < pace.settled
  const isReachable = ({ networkId }: PendingTransaction) =>
    context.networks.some((one) => one.networkId === networkId) &&
    hasFacet(kit, networkId, 'transactions')
  return (getState().pending ?? []).filter((one) => isOpen(one) && isReachable(one))
}

function pauseOf(
  { context: { clock } }: Kit,
  followed: readonly PendingTransaction[],
  failures: number,
): number {
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
 * Waits until time is up, the page becomes visible again, or the kit is stopped. True when a
 * transaction was sent meanwhile: then the next wait differs.
 */
function rest(kit: Kit, ms: number, followed: readonly PendingTransaction[]): Promise<boolean> {
  const signal = kit.context.life?.signal
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
    const cancel = kit.context.clock.setTimeout(() => end(false), ms)
    const unsubscribe = kit.subscribe(
      () =>
        followedOf(kit).some((one) => !followed.some((other) => isSame(one, other))) && end(true),
    )
    globalThis.document?.addEventListener('visibilitychange', onVisibility)
    signal?.addEventListener('abort', onStop)
  })
}

/** Checks all transactions once; false when no node answered. */
async function check(kit: Kit, memories: Map<string, CheckMemory>): Promise<boolean> {
  const followed = followedOf(kit)
  const { changes, answered } = await checkTransactions(kit, followed, memories)
  if (changes.length > 0) {
    changePending(kit, (pending) =>
      pending.map((one) => {
        const change = changes.find((other) => isSame(other, one))
        if (!change) return one
        // both may have arrived during the check; of another transaction than was asked for, the
        // chain says what it is the end of one that was not to be seen is still to be told
        const isTold =
          one.status !== 'unseen' || change.status === 'unseen' ? one.isTold : undefined
        return {
          ...change,
          isTold,
          asked: one.asked,
          description: change.status === 'changed' ? change.description : one.description,
        }
      }),
    )
    shareTransactions(kit)
  }
  const hasStatusChange = changes.some((change) =>
    followed.some((one) => isSame(one, change) && one.status !== change.status),
  )
  if (hasStatusChange) {
    refresh(kit, changes)
    kit.context.clock.setTimeout(() => refresh(kit, changes), indexed)
  }
  return answered || followed.length === 0
}

/**
 * Milliseconds after which everything is read once more: the service's index may not have had the
 * block at first.
 */
const indexed = 5_000

/**
 * Has balances, NFTs and history read again where anything shows them; the balances of the account
 * that sent these past the caches of the API.
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
  kit.context.queries().then(
    ({ client }) =>
      ['balances', 'nfts', 'history'].forEach(
        (key) => void client.invalidateQueries({ queryKey: [key] }),
      ),
    () => {},
  ) // without this code nothing was read that could be outdated
}
