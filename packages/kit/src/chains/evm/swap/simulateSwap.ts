import { isSameAddress } from '@latchkey/protocol/address'
import type { SwapExposure } from '../../../core/contracts/facets/swap.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { readGas } from '../send/fees.ts'
import { allowanceCall, balanceCall } from './calls.ts'
import type { Call } from './calls.ts'
import { checkEffects, refused } from './checkEffects.ts'
import type { Bounds, Holdings } from './checkEffects.ts'
import { contractsOf, isAnyAllowed, readExposures } from './exposure.ts'
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
  const {
    order: { account, from, to, amount },
    spender,
  } = bounds
  const swapCall = calls.at(-1)
  if (!swapCall) return { status: 'unknown' }
  const otherTokens = heldTokens
    .filter(
      (token) =>
        ![from.address, to.address].some(
          (address) => address !== undefined && isSameAddress(address, token),
        ),
    )
    .slice(0, maxTokens)
  const balanceOf = (token: string | undefined): Step =>
    token === undefined ? { kind: 'coins' } : { kind: 'look', call: balanceCall(token, account) }
  const reads: readonly Step[] = [
    { kind: 'coins' },
    ...[from.address, to.address, ...otherTokens].map(balanceOf),
  ]
  const allowance: Step =
    from.address === undefined
      ? { kind: 'coins' }
      : { kind: 'look', call: allowanceCall(from.address, account, spender) }
  const [blockContext, estimated] = await Promise.all([
    readBlockContext(chain, account),
    calls.length === 1 ? orUndefined(readGas(chain, account, swapCall)) : undefined,
  ])
  const transactionsWith = (gas: bigint) =>
    calls.map(
      (call): Step => ({ kind: 'act', call, gas: call === swapCall ? gas : gasOf.approval }),
    )
  const runWith = (gas: bigint) =>
    runCalls(
      chain,
      account,
      [...reads, allowance, ...transactionsWith(gas), ...reads, allowance],
      blockContext,
    )
  const transactionResults = (outcome: Run | undefined) =>
    outcome?.steps.slice(reads.length + 1, reads.length + 1 + calls.length)
  let gas = estimated ?? payableGas(calls, blockContext)
  let run = await runWith(gas)
  // the swap may need more gas than most swaps. If the node's estimate was too low for a block, the
  // run's effects are checked, too
  const needsMoreGas = transactionResults(run)?.some(({ isDone }) => !isDone) ?? false
  if (needsMoreGas) run = await runWith((gas = gasOf.max))
  const results = transactionResults(run)
  if (!run || !results) return { status: 'unknown' }
  if (results.some(({ isDone }) => !isDone)) return { status: 'fails' }
  const fees = results.reduce((sum, { fee }) => sum + fee, 0n)
  const [before, after] = [
    holdingsOf(run.steps.slice(0, reads.length), bounds, 0n),
    holdingsOf(run.steps.slice(-reads.length - 1, -1), bounds, fees),
  ]
  if (!before || !after) return { status: 'unknown' }
  const allowed = (at: number) => (from.address === undefined ? 0n : (run.steps.at(at)?.word ?? 0n))
  const arrives = checkEffects(
    {
      before,
      after,
      allowance: { before: allowed(reads.length), after: allowed(-1) },
      logs: run.logs,
    },
    bounds,
  )
  if (needsMoreGas && estimated !== undefined) return { status: 'fails' }
  // wrapping and unwrapping pay one for one, without a minimum
  const isWrapping = [
    [from, to],
    [to, from],
  ].some(
    ([native, wrapped]) =>
      native?.address === undefined &&
      wrapped?.address !== undefined &&
      isSameAddress(wrapped.address, spender),
  )
  const hasMinimum =
    isWrapping || (await enforcesMinimum(chain, calls, { arrives, bounds, blockContext, gas }))
  if (hasMinimum === false) throw refused('It does not hold the least.')
  if (!hasMinimum) return { status: 'unknown' }
  const holdings = [
    { token: from.address, balance: before.from },
    { token: to.address, balance: before.to },
    ...otherTokens.map((token, at) => ({ token, balance: before.otherBalances[at] ?? 0n })),
  ]
  const contracts = await contractsOf(chain, account, {
    call: swapCall,
    gas,
    isStandalone: calls.length === 1,
    logs: run.logs,
    blockContext,
  })
  const exposures =
    contracts &&
    (await readExposures(
      chain,
      account,
      contracts,
      holdings.flatMap(({ token, balance }) => (token === undefined ? [] : [{ token, balance }])),
    ))
  // the visitor has agreed to the amount that the swap takes itself
  const isAgreed = ({ contract, token, amount: max }: SwapExposure) =>
    from.address !== undefined &&
    isSameAddress(token, from.address) &&
    isSameAddress(contract, spender) &&
    max <= amount
  const [first, last] = [run.steps.slice(0, reads.length), run.steps.slice(-reads.length - 1, -1)]
  // a token that answers neither before nor after the swap is broken: the swap did not cause that.
  // It matters only if a contract has an allowance of it
  const unanswered = otherTokens.filter(
    (_, at) =>
      !first.at(at - otherTokens.length)?.isDone && !last.at(at - otherTokens.length)?.isDone,
  )
  const isRead =
    [...first, ...last].filter(({ isDone }) => !isDone).length === unanswered.length * 2
  const isUnansweredAllowed =
    unanswered.length > 0 &&
    contracts !== undefined &&
    (await isAnyAllowed(chain, account, contracts, unanswered))
  // balances alone do not show other allowances, or tokens outside the run; an unanswered read is
  // not 0
  return {
    status: 'works',
    arrives,
    isComplete:
      run.logs !== undefined &&
      !run.isPadded &&
      isRead &&
      !isUnansweredAllowed &&
      exposures !== undefined,
    exposures: (exposures ?? []).filter((one) => !isAgreed(one)),
  }
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
