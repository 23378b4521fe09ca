import { transactionKey } from '@latchkey/protocol/transactionHash'
import { claimEnds } from '../storage/claimEnds.ts'
import type { Kit } from '../kit/kit.ts'
import { perKit } from '../kit/perKit.ts'

/** The transactions that screens show now, with one entry for each screen. */
const watchParameters = perKit(() => new Set<{ hash: string }>())

/**
 * Marks a transaction as shown on a screen, until the returned function is called. During this
 * time, the kit reports its end nowhere else. An end that the visitor sees on the screen counts as
 * reported, in other tabs, too.
 */
export function watchTransaction(kit: Kit, hash: string): () => void {
  const entry = { hash: transactionKey(hash) }
  watchParameters(kit).add(entry)
  function markReported() {
    const { pending = [] } = kit.getState()
    const ended = pending.filter(
      (ended) =>
        transactionKey(ended.hash) === entry.hash && ended.status !== 'pending' && !ended.isTold,
    )
    if (ended.length > 0 && !document.hidden)
      void claimEnds(kit, ended, (claimed) => (document.hidden ? [] : claimed))
  }
  const stop = kit.subscribe(
    ({ pending }, { pending: before }) => pending !== before && markReported(),
  )
  document.addEventListener('visibilitychange', markReported)
  markReported()
  return () => {
    watchParameters(kit).delete(entry)
    document.removeEventListener('visibilitychange', markReported)
    stop()
  }
}

/** Whether a screen shows the transaction now. */
export function isWatched(kit: Kit, hash: string): boolean {
  return [...watchParameters(kit)].some((entry) => entry.hash === transactionKey(hash))
}
