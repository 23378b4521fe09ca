import { judge, type Judged } from '../judge/judge.ts'
import { addWaiting, removeWaiting } from './mempool.ts'
import type { Chain, Entry } from './types.ts'

/**
 * Takes a transaction into the mempool. It replaces waiting ones if it may.
 * @throws Refusal with bitcoind's words; MalformedError for bytes that are no transaction
 */
export const acceptTransaction = (chain: Chain, raw: Buffer): Entry =>
  acceptJudged(chain, judge(chain, raw))

/** Takes a transaction that was judged into the mempool. */
export function acceptJudged(chain: Chain, judged: Judged, time?: number): Entry {
  for (const entry of judged.replaced) removeWaiting(chain, entry)
  const entry = addWaiting(chain, judged, time)
  for (const listener of chain.listeners) listener.accepted?.(entry)
  return entry
}

/**
 * Removes a waiting transaction and those that spend its outputs, as a node does after some time.
 * Without an effect for a transaction that does not wait.
 */
export function dropTransaction(chain: Chain, txid: string): void {
  const entry = chain.mempool.get(txid)
  if (!entry) return
  removeWaiting(chain, entry)
  for (const listener of chain.listeners) listener.dropped?.(txid)
}
