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
import type { StepResult, Run, Step } from './runCalls.ts'
import { maxGasPrice, readBlockContext } from './blockContext.ts'
import type { BlockContext } from './blockContext.ts'

/** The maximum number of the account's tokens that a run checks, besides the two of the swap. */
const maxTokens = 24

/** Units of gas: of an approval, and of a swap that the node can't estimate yet. */
const gasOf = { approval: 100_000n, swap: 1_000_000n, min: 100_000n, max: 5_000_000n } as const

/**
 * The outcome of a run:
 * - `works`: the amount that arrives; the amounts that the swap's contracts could also take by
 *   earlier allowances; `isComplete`: the run showed all effects
 * - `fails`: the swap would fail
 * - `unknown`: the node can't run it
 */
export type Simulated =
  | { status: 'works'; arrives: bigint; isComplete: boolean; exposures: readonly SwapExposure[] }
  | { status: 'fails' }
  | { status: 'unknown' }

/**
 * Runs the transactions of a swap on the node, one after another as the account, and checks their
 * effects.
 * @param calls the last one is the swap's own
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
  // the swap may need more gas than most swaps. If the node's estimate was too low for a block, the
  // run's effects are checked, too
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
    // balances alone do not show other allowances, or tokens outside the run
    isComplete: logs !== undefined && !run.isPadded && isEachRead && exposures !== undefined,
    exposures: (exposures ?? []).filter((exposure) => !isAgreed(exposure, bounds)),
  }
}

/** What a run consists of. `otherTokens`: the account's tokens outside the swap that it checks. */
type Plan = {
  calls: readonly Call[]
  otherTokens: readonly string[]
  bounds: Bounds
  blockContext: BlockContext | undefined
}

/**
 * What a run reads before and after the transactions. `balances`: the native token, the two tokens
 * of the swap, and the other tokens. `allowance`: the spender's, of the token to give.
 */
type Reads = { balances: readonly StepResult[]; allowance: bigint }

/** The results of a run. */
type PlanRun = Pick<Run, 'logs' | 'isPadded'> & {
  before: Reads
  transactions: readonly StepResult[]
  after: Reads
}

/** Runs the transactions between two readings. Undefined where the node can't run them. */
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

/** Held tokens outside the swap, at most as many as a run checks. */
const otherTokensOf = (heldTokens: readonly string[], { from, to }: SwapOrder) =>
  heldTokens
    .filter(
      (token) =>
        ![from.address, to.address].some(
          (address) => address !== undefined && isSameAddress(address, token),
        ),
    )
    .slice(0, maxTokens)

/** Undefined where a balance can't be read. */
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

/** Whether the swap wraps or unwraps: that pays one for one, without a minimum. */
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

/** The balances before the swap of all tokens but the native one. */
const tokenHoldings = (
  before: Holdings,
  { otherTokens, bounds: { order } }: Plan,
): readonly Holding[] =>
  [
    { token: order.from.address, balance: before.from },
    { token: order.to.address, balance: before.to },
    ...otherTokens.map((token, at) => ({ token, balance: before.otherBalances[at] ?? 0n })),
  ].flatMap(({ token, balance }) => (token === undefined ? [] : [{ token, balance }]))

/** Whether the visitor has agreed to the amount: the swap takes it itself. */
const isAgreed = (
  { contract, token, amount: max }: SwapExposure,
  { order: { from, amount }, spender }: Bounds,
) =>
  from.address !== undefined &&
  isSameAddress(token, from.address) &&
  isSameAddress(contract, spender) &&
  max <= amount

/**
 * Whether a run read all balances that matter: an unanswered read is not 0. A token that answers
 * neither before nor after the swap is broken: the swap did not cause that. It matters only if a
 * contract has an allowance of it.
 * @param contracts those that the swap touches; undefined if unknown
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
 * Gas limit of a swap that the node can't estimate. At most what the account can pay for, as in a
 * block, so that the run does not change its balance. For an account that can't pay for any swap,
 * the default.
 */
function payableGas(calls: readonly Call[], blockContext: BlockContext | undefined): bigint {
  const price = blockContext ? maxGasPrice(blockContext) : 0n
  if (!blockContext || price === 0n) return gasOf.swap
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  const payable = (blockContext.native - value) / price - gasOf.approval * BigInt(calls.length - 1)
  return payable >= gasOf.min && payable < gasOf.swap ? payable : gasOf.swap
}

/**
 * Undefined where a balance can't be read.
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
