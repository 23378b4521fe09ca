import { isSameAddress } from '@latchkey/protocol/address'
import type { Chain } from '../provider/chain.ts'
import { allowanceCall, balanceCall } from './calls.ts'
import type { Call } from './calls.ts'
import { checkEffects, refused } from './checkEffects.ts'
import type { Bounds, Holdings } from './checkEffects.ts'
import { keepsLeast } from './keepsLeast.ts'
import { runCalls } from './runCalls.ts'
import type { Ran } from './runCalls.ts'

/** Tokens of the account that a run looks at, beside the two of the swap. */
const mostHeld = 24

/** The outcome of a run: what arrives, and whether the run showed all that the swap does; that it would fail; or that the node can't run it. */
export type Simulated = { status: 'works'; arrives: bigint; isWhole: boolean } | { status: 'fails' } | { status: 'unknown' }

/**
 * Runs the transactions of a swap on the node, one after another as the account, and checks what they do. @param calls the last one is the swap's own
 * @throws KitError swapRefused, priceMoved; requestAborted
 */
export async function simulateSwap(chain: Chain, calls: readonly Call[], held: readonly string[], bounds: Bounds): Promise<Simulated> {
  const { order: { account, from, to }, spender } = bounds
  const others = held.filter((token) => ![from.address, to.address].some((own) => own !== undefined && isSameAddress(own, token))).slice(0, mostHeld)
  // ether is read after each call; a call without data to the account itself stands for its balance
  const balanceOf = (token: string | undefined): Call => (token === undefined ? { to: account, value: 0n, data: '0x' } : balanceCall(token, account))
  const looks = [from.address, to.address, ...others].map(balanceOf)
  const allowance = from.address === undefined ? balanceOf(undefined) : allowanceCall(from.address, account, spender)
  const run = await runCalls(chain, account, [...looks, allowance, ...calls, ...looks, allowance])
  if (!run) return { status: 'unknown' }
  const acts = run.calls.slice(looks.length + 1, looks.length + 1 + calls.length)
  if (acts.some(({ isDone }) => !isDone)) return { status: 'fails' }
  const [before, after] = [run.calls.slice(0, looks.length), run.calls.slice(-looks.length - 1, -1)].map((ran) => holdingsOf(ran, bounds))
  if (!before || !after) return { status: 'unknown' }
  const allowed = (at: number) => (from.address === undefined ? 0n : (run.calls.at(at)?.word ?? 0n))
  const arrives = checkEffects({ before, after, allowance: { before: allowed(looks.length), after: allowed(-1) }, logs: run.logs }, bounds)
  // the wrapped token pays one for one, and has no bound
  const isWrapping = [[from, to], [to, from]].some(([one, other]) => one?.address === undefined && other?.address !== undefined && isSameAddress(other.address, spender))
  const isKept = isWrapping || (await keepsLeast(chain, calls, arrives, bounds))
  if (isKept === false) throw refused('It does not hold the least.')
  // balances alone don't show other allowances, or what the run was not asked to look at
  return isKept ? { status: 'works', arrives, isWhole: run.logs !== undefined } : { status: 'unknown' }
}

/** Undefined where a balance can't be read. */
function holdingsOf(ran: readonly Ran[], { order: { from, to } }: Bounds): Holdings | undefined {
  const [first, second, ...others] = ran
  if (!first?.isDone || !second?.isDone) return undefined
  return {
    from: from.address === undefined ? first.native : first.word,
    to: to.address === undefined ? second.native : second.word,
    native: second.native,
    held: others.map(({ word, isDone }) => (isDone ? word : 0n)),
  }
}
