import { isSameAddress } from '@latchkey/protocol/address'
import type { SwapExposure, SwapOrder } from '../../../core/contracts/facets/swap.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { readGas } from '../send/fees.ts'
import { allowanceCall, balanceCall } from './calls.ts'
import type { Call } from './calls.ts'
import { checkEffects, refused } from './checkEffects.ts'
import type { Bounds, Effects, Holdings } from './checkEffects.ts'
import { contractsOf, isAnyAllowed, readExposures } from './exposure.ts'
import type { Holding } from './exposure.ts'
import { enforcesMinimum } from './enforcesMinimum.ts'
import { runCalls } from './runCalls.ts'
import { maxGasPrice, readBlockContext } from './blockContext.ts'
import type { BlockContext } from './blockContext.ts'
import type { Step, StepResult, Run } from './runAsCode.ts'

/** The maximum number of the account's tokens that are checked besides the two of the swap. */
const maxTokens = 24

/** Units of gas: for an approval, and for a swap that the node can't estimate yet. */
const gasOf = { approval: 100_000n, swap: 1_000_000n, min: 100_000n, max: 5_000_000n } as const

/**
 * The outcome of a simulated swap:
 * - `works`: `arrives` is the amount that arrives. `exposures` are the amounts that the swap's
 *   contracts could also take by earlier allowances. `isComplete`: the simulation has shown all
 *   effects.
 * - `fails`: the swap would fail
 * - `unknown`: the node can't run the swap
 */
export type Simulated =
  | { status: 'works'; arrives: bigint; isComplete: boolean; exposures: readonly SwapExposure[] }
  | { status: 'fails' }
  | { status: 'unknown' }

/**
 * Simulates the transactions of a swap on the node, one after another and sent by the account, and
 * checks their effects.
 * @param calls the last call is the swap's own
 * @throws KitError swapRefused, priceMoved; requestAborted
 */
export async function simulateSwap(
  chain: Chain,
  calls: readonly Call[],
  heldTokens: readonly string[],
  bounds: Bounds,
): Promise<Simulated> {
  const swapCall = calls.at(-1)
  if (!swapCall) return { status: 'unknown' }
  const { account } = bounds.order
  const [blockContext, estimated] = await Promise.all([
    readBlockContext(chain, account),
    calls.length === 1 ? orUndefined(readGas(chain, account, swapCall)) : undefined,
  ])
  const plan: Plan = {
    calls,
    otherTokens: otherTokensOf(heldTokens, bounds.order),
    bounds,
    blockContext,
  }
  let gas = estimated ?? payableGas(calls, blockContext)
  let run = await runPlan(chain, plan, gas)
  // the swap may need more gas than most swaps. If the node has estimated too little gas, the swap
  // would fail in a block, but its effects are still checked before
  const needsMoreGas = run !== undefined && !isEachDone(run.transactions)
  if (needsMoreGas) run = await runPlan(chain, plan, (gas = gasOf.max))
  if (!run) return { status: 'unknown' }
  if (!isEachDone(run.transactions)) return { status: 'fails' }
  const effects = effectsOf(run, bounds)
  if (!effects) return { status: 'unknown' }
  const arrives = checkEffects(effects, bounds)
  if (needsMoreGas && estimated !== undefined) return { status: 'fails' }
  const hasMinimum =
    isWrapping(bounds) ||
    (await enforcesMinimum(chain, calls, { arrives, bounds, blockContext, gas }))
  if (hasMinimum === false) throw refused('It does not hold the least.')
  if (!hasMinimum) return { status: 'unknown' }
  const { logs } = run
  const isStandalone = calls.length === 1
  const inspected = { call: swapCall, gas, isStandalone, logs, blockContext }
  const contracts = await contractsOf(chain, account, inspected)
  const exposures =
    contracts &&
    (await readExposures(chain, account, contracts, tokenHoldings(effects.before, plan)))
  const isEachRead = await areBalancesRead(chain, plan, run, contracts)
  return {
    status: 'works',
    arrives,
    // without logs, an allowance or a token that was not read could have changed
    isComplete: logs !== undefined && !run.isPadded && isEachRead && exposures !== undefined,
    exposures: (exposures ?? []).filter((exposure) => !isAgreed(exposure, bounds)),
  }
}

/** What to simulate. `otherTokens` are the account's tokens outside the swap that are checked. */
type Plan = {
  calls: readonly Call[]
  otherTokens: readonly string[]
  bounds: Bounds
  blockContext: BlockContext | undefined
}

/**
 * What is read before and after the transactions. `balances`: of the native token, the two tokens
 * of the swap, and the other tokens. `allowance`: how much the spender may take of the token to
 * give.
 */
type Reads = { balances: readonly StepResult[]; allowance: bigint }

/** The results of a simulation: of the transactions, and of the reads before and after them. */
type PlanRun = Pick<Run, 'logs' | 'isPadded'> & {
  before: Reads
  transactions: readonly StepResult[]
  after: Reads
}

/**
 * Simulates the transactions, and reads the balances before and after them. Undefined if the
 * node can't run them.
 */
async function runPlan(
  chain: Chain,
  { calls, otherTokens, bounds, blockContext }: Plan,
  gas: bigint,
): Promise<PlanRun | undefined> {
  const {
    order: { account, from, to },
    spender,
  } = bounds
  const balanceOf = (token: string | undefined): Step =>
    token === undefined ? { kind: 'coins' } : { kind: 'look', call: balanceCall(token, account) }
  const allowance: Step =
    from.address === undefined
      ? { kind: 'coins' }
      : { kind: 'look', call: allowanceCall(from.address, account, spender) }
  const reads: readonly Step[] = [
    { kind: 'coins' },
    ...[from.address, to.address, ...otherTokens].map(balanceOf),
    allowance,
  ]
  const swapCall = calls.at(-1)
  const transactions = calls.map(
    (call): Step => ({ kind: 'act', call, gas: call === swapCall ? gas : gasOf.approval }),
  )
  const run = await runCalls(chain, account, [...reads, ...transactions, ...reads], blockContext)
  const readsOf = (results: readonly StepResult[]): Reads => ({
    balances: results.slice(0, -1),
    allowance: from.address === undefined ? 0n : (results.at(-1)?.word ?? 0n),
  })
  return (
    run && {
      logs: run.logs,
      isPadded: run.isPadded,
      before: readsOf(run.steps.slice(0, reads.length)),
      transactions: run.steps.slice(reads.length, -reads.length),
      after: readsOf(run.steps.slice(-reads.length)),
    }
  )
}

const isEachDone = (results: readonly StepResult[]) => results.every(({ isDone }) => isDone)

/** The account's tokens outside the swap, at most `maxTokens`. */
const otherTokensOf = (heldTokens: readonly string[], { from, to }: SwapOrder) =>
  heldTokens
    .filter(
      (token) =>
        ![from.address, to.address].some(
          (address) => address !== undefined && isSameAddress(address, token),
        ),
    )
    .slice(0, maxTokens)

/** The effects of a simulated swap. Undefined if a balance can't be read. */
function effectsOf(
  { before: first, after: last, transactions, logs }: PlanRun,
  bounds: Bounds,
): Effects | undefined {
  const fees = transactions.reduce((sum, { fee }) => sum + fee, 0n)
  const [before, after] = [
    holdingsOf(first.balances, bounds, 0n),
    holdingsOf(last.balances, bounds, fees),
  ]
  const allowance = { before: first.allowance, after: last.allowance }
  return before && after && { before, after, allowance, logs }
}

/** Whether the swap wraps or unwraps the native token: it then pays 1 for 1 and has no minimum. */
const isWrapping = ({ order: { from, to }, spender }: Bounds) =>
  [
    [from, to],
    [to, from],
  ].some(
    ([native, wrapped]) =>
      native?.address === undefined &&
      wrapped?.address !== undefined &&
      isSameAddress(wrapped.address, spender),
  )

/** The balances before the swap, of all tokens except the native token. */
const tokenHoldings = (
  before: Holdings,
  { otherTokens, bounds: { order } }: Plan,
): readonly Holding[] =>
  [
    { token: order.from.address, balance: before.from },
    { token: order.to.address, balance: before.to },
    ...otherTokens.map((token, at) => ({ token, balance: before.otherBalances[at] ?? 0n })),
  ].flatMap(({ token, balance }) => (token === undefined ? [] : [{ token, balance }]))

/**
 * Whether the visitor has already agreed to this exposure: the swap's own contract may take at most
 * the amount of the order.
 */
const isAgreed = (
  { contract, token, amount: max }: SwapExposure,
  { order: { from, amount }, spender }: Bounds,
) =>
  from.address !== undefined &&
  isSameAddress(token, from.address) &&
  isSameAddress(contract, spender) &&
  max <= amount

/**
 * Whether all balances that matter were read: a balance that can't be read may be any amount. A
 * token that reports no balance before and after the swap is broken, and not by the swap. It
 * matters only if one of the contracts has an allowance of it.
 * @param contracts the contracts that the swap touches; undefined if unknown
 */
async function areBalancesRead(
  chain: Chain,
  { otherTokens, bounds }: Plan,
  { before, after }: PlanRun,
  contracts: readonly string[] | undefined,
): Promise<boolean> {
  const [first, last] = [before.balances, after.balances]
  const unanswered = otherTokens.filter(
    (_, at) =>
      !first.at(at - otherTokens.length)?.isDone && !last.at(at - otherTokens.length)?.isDone,
  )
  const isEachRead =
    [...first, ...last].filter(({ isDone }) => !isDone).length === unanswered.length * 2
  const isUnansweredAllowed =
    unanswered.length > 0 &&
    contracts !== undefined &&
    (await isAnyAllowed(chain, bounds.order.account, contracts, unanswered))
  return isEachRead && !isUnansweredAllowed
}

/**
 * The gas limit of a swap that the node can't estimate. It is at most what the account can pay for,
 * so that the simulation need not raise the account's balance. For an account that can't pay for
 * any swap, it is the default.
 */
function payableGas(calls: readonly Call[], blockContext: BlockContext | undefined): bigint {
  const price = blockContext ? maxGasPrice(blockContext) : 0n
  if (!blockContext || price === 0n) return gasOf.swap
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  const payable = (blockContext.native - value) / price - gasOf.approval * BigInt(calls.length - 1)
  return payable >= gasOf.min && payable < gasOf.swap ? payable : gasOf.swap
}

/**
 * The holdings by the results of the reads. Undefined if a balance can't be read.
 * @param fees the gas fees of the transactions, which the swap itself did not take
 */
function holdingsOf(
  results: readonly StepResult[],
  { order: { from, to } }: Bounds,
  fees: bigint,
): Holdings | undefined {
  const [coins, first, second, ...otherTokens] = results
  if (!coins?.isDone || !first?.isDone || !second?.isDone) return undefined
  return {
    from: from.address === undefined ? first.word + fees : first.word,
    to: to.address === undefined ? second.word + fees : second.word,
    native: coins.word + fees,
    otherBalances: otherTokens.map(({ word, isDone }) => (isDone ? word : 0n)),
  }
}
