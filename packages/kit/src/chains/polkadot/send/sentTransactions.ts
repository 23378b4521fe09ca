import type { NetworkId } from '@latchkey/protocol/caip'
import { kitError } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { withLimit } from '../../../core/errors/withLimit.ts'
import type { Limit } from '../../../core/errors/withLimit.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { perKit } from '../../../core/kit/perKit.ts'

/** What the kit knows of a transaction that it has sent. `lastHeight` as in `Era`. */
export type SentTransaction = { networkId: NetworkId; nonce: number; lastHeight: number }

/** A signed transaction that a node has refused. `lastHeight` as in `Era`. */
type RefusedTransaction = { nonce: number; lastHeight: number }

const stored = perKit(() => ({
  sent: new Map<string, SentTransaction>(),
  /** The last refused transaction of each account, by the names of `inTurn`. */
  refused: new Map<string, RefusedTransaction>(),
  /** The last question of each account to its wallet. */
  turns: new Map<string, Promise<unknown>>(),
}))

/** The number of transactions that a page remembers. */
const maxSent = 100

/** Remembers a transaction before it is sent, by its hash. */
export function rememberSent(kit: Kit, hash: string, sent: SentTransaction): void {
  const { sent: all } = stored(kit)
  const [oldest] = all.keys()
  if (all.size >= maxSent && oldest !== undefined) all.delete(oldest)
  all.set(hash, sent)
}

/** A transaction that this page has sent. Undefined for any other one. */
export const sentTransaction = (kit: Kit, hash: string): SentTransaction | undefined =>
  stored(kit).sent.get(hash)

/**
 * Remembers that a node has refused a signed transaction of an account, or that none is refused any
 * more. The node may have passed it on all the same. As long as it is valid, the account's next
 * transaction has the same nonce, so that the chain executes only one of the two.
 */
export function rememberRefused(
  kit: Kit,
  account: string,
  refused: RefusedTransaction | undefined,
): void {
  const { refused: all } = stored(kit)
  if (refused) all.set(account, refused)
  else all.delete(account)
}

/** The refused transaction of an account. Undefined after the last block that can include it. */
export function refusedTransaction(
  kit: Kit,
  account: string,
  height: number,
): RefusedTransaction | undefined {
  const refused = stored(kit).refused.get(account)
  return refused && height <= refused.lastHeight ? refused : undefined
}

/** Milliseconds after which a question does not wait for the one before it any more. */
const maxWait = 60_000

/**
 * Runs a task after the earlier one of the same account, because each transaction needs the next
 * nonce, and that is known only when the wallet has answered. After a minute it does not wait any
 * more: two transactions with one nonce are no danger, because the chain executes only one.
 * @throws KitError requestAborted; the task's errors
 */
export async function inTurn<value>(
  kit: Kit,
  account: string,
  signal: AbortSignal | undefined,
  task: () => Promise<value>,
): Promise<value> {
  const { turns } = stored(kit)
  const { clock } = contextOf(kit)
  const earlier = turns.get(account)
  const run = async () => {
    if (earlier) await waitFor(earlier, { ms: maxWait, clock, signal })
    return task()
  }
  const answer = run()
  // the caller gets the error
  const ended = Promise.race([answer, aborted(signal)]).catch(() => {})
  turns.set(account, ended)
  void ended.then(() => {
    if (turns.get(account) === ended) turns.delete(account)
  })
  return answer
}

async function waitFor(earlier: Promise<unknown>, limit: Omit<Limit, 'onTimeout'>): Promise<void> {
  try {
    await withLimit(() => earlier, { ...limit, onTimeout: () => kitError('walletTimeout') })
  } catch (error) {
    if (!KitError.is(error, 'walletTimeout')) throw error
  }
}

const aborted = (signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    if (signal?.aborted) resolve()
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
