import { parseAccountId } from '@latchkey/protocol/caip'
import type { AccountId } from '@latchkey/protocol/caip'
import { facetOf, hasFacet } from '../../core/accounts/facetOf.ts'
import type { ObservedAccount } from '../../core/contracts/facets/assets.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { perKit } from '../../core/kit/perKit.ts'
import { refreshAccount } from '../../core/queries/refreshAccount.ts'
import { contextOf } from '../../core/kit/context.ts'

/** In milliseconds: between two checks for a new block, and the longest pause after failures. */
const interval = { checkForChanges: 4_000, max: 60_000 }

/** The part of the page's document that reports whether the page is visible. */
export type PageVisibility = Pick<
  Document,
  'visibilityState' | 'addEventListener' | 'removeEventListener'
>

/** The watched accounts, each with its number of watchers and the function that ends the watch. */
const watchParameters = perKit(() => new Map<AccountId, { count: number; end: () => void }>())

/**
 * Requests new blocks from the network's node while the page is visible, until the returned
 * function is called. If a block changes the account, its balances, NFTs and history are read
 * again. The interval is 4 s, and longer while the node fails. All watchers of an account share the
 * requests. A chain without the `assets` facet is not watched.
 */
export function watchAccount(
  kit: Kit,
  accountId: AccountId,
  visibility: PageVisibility | undefined = globalThis.document,
): () => void {
  const all = watchParameters(kit)
  const watch = all.get(accountId) ?? { count: 0, end: begin(kit, accountId, visibility) }
  all.set(accountId, watch)
  watch.count++
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    if (--watch.count > 0) return
    all.delete(accountId)
    watch.end()
  }
}

function begin(kit: Kit, accountId: AccountId, visibility: PageVisibility | undefined): () => void {
  const { networkId, address } = parseAccountId(accountId)
  if (
    !contextOf(kit).networks.some((network) => network.networkId === networkId) ||
    !hasFacet(kit, networkId, 'assets')
  )
    return () => {}
  let seen: ObservedAccount | undefined
  let failures = 0
  let hasEnded = false
  let current: AbortController | undefined
  let cancel = () => {}
  /**
   * Whether the last check found a change. The API may not have known the change yet, so everything
   * is read once more after the next check.
   */
  let wasNew = false

  async function checkForChanges(signal: AbortSignal): Promise<void> {
    const { lookForChanges } = await facetOf(kit, networkId, 'assets')
    const next = await lookForChanges({ address, networkId, seen, signal })
    signal.throwIfAborted()
    const isNew = seen !== undefined && next.hasChanged
    seen = next.seen
    if (isNew || wasNew) await refreshAccount(kit, accountId)
    wasNew = isNew
  }

  async function run(): Promise<void> {
    if (current || visibility?.visibilityState === 'hidden') return
    cancel()
    current = new AbortController()
    const { signal } = current
    try {
      await checkForChanges(signal)
      failures = 0
    } catch {
      // the node fails: the screens keep their data, which other code requests every 30 s anyway
      if (!signal.aborted) failures++
    }
    current = undefined
    if (!hasEnded)
      cancel = contextOf(kit).clock.setTimeout(
        () => void run(),
        Math.min(interval.checkForChanges * 2 ** failures, interval.max),
      )
  }

  const onVisibilityChange = () =>
    visibility?.visibilityState === 'hidden' ? current?.abort() : void run()
  visibility?.addEventListener('visibilitychange', onVisibilityChange)
  void run()
  return () => {
    hasEnded = true
    current?.abort()
    cancel()
    visibility?.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
