import { isSameAddress } from '@latchkey/protocol/address'
import type { SwapExposure } from '../../../core/facets/swap.ts'
import { orUndefined } from '../../../core/orUndefined.ts'
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

/** Tokens of the account that a run looks at, beside the two of the swap. */
const maxTokens = 24

/** Units of gas: of an approval, and of a swap whose own need the node can't say yet. */
const gasOf = { approval: 100_000n, swap: 1_000_000n, min: 100_000n, most: 5_000_000n } as const

/**
 * The outcome of a run: what arrives, what the swap's contracts could take besides by allowances
 * that stood before, and whether the run showed all that the swap does; that it would fail; or that
 * the node can't run it.
 */
export type Simulated =
  | { status: 'works'; arrives: bigint; isComplete: boolean; exposures: readonly SwapExposure[] }
  | { status: 'fails' }
  | { status: 'unknown' }

/**
 * Runs the transactions of a swap on the node, one after another as the account, and checks what
 * they do. @param calls the last one is the swap's own
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
        ![from.address, to.address].some((one) => one !== undefined && isSameAddress(one, token)),
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
  const transactionResults = (one: Run | undefined) =>
    one?.steps.slice(reads.length + 1, reads.length + 1 + calls.length)
  let gas = estimated ?? payableGas(calls, blockContext)
  let run = await runWith(gas)
  // it may need more than most; where the node has estimated less than it needs in a block, what it
  // does there is still looked at
  const needsMoreGas = transactionResults(run)?.some(({ isDone }) => !isDone) ?? false
  if (needsMoreGas) run = await runWith((gas = gasOf.most))
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
  // the wrapped token pays one for one, and has no bound
  const isWrapping = [
    [from, to],
    [to, from],
  ].some(
    ([one, other]) =>
      one?.address === undefined &&
      other?.address !== undefined &&
      isSameAddress(other.address, spender),
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
  // what the swap takes anyway is no more than was agreed
  const isAgreed = ({ contract, token, amount: most }: SwapExposure) =>
    from.address !== undefined &&
    isSameAddress(token, from.address) &&
    isSameAddress(contract, spender) &&
    most <= amount
  const [first, last] = [run.steps.slice(0, reads.length), run.steps.slice(-reads.length - 1, -1)]
  // a token that answers neither before nor after is one that does not work, unless somebody is
  // allowed to take of it: the swap has not silenced it
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
  // balances alone don't show other allowances, or what the run was not asked to look at; what a
  // token does not say is not nothing
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
 * Gas of a swap whose own need is not known: no more than the account can pay for, as it could not
 * in a block either, so that the run leaves it the coins that it has. Of one that can't pay for any
 * swap, the usual.
 */
function payableGas(calls: readonly Call[], blockContext: BlockContext | undefined): bigint {
  const price = blockContext ? maxGasPrice(blockContext) : 0n
  if (!blockContext || price === 0n) return gasOf.swap
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  const payable = (blockContext.native - value) / price - gasOf.approval * BigInt(calls.length - 1)
  return payable >= gasOf.min && payable < gasOf.swap ? payable : gasOf.swap
}

/**
 * Undefined where a balance can't be read. @param fees what the transactions have paid for gas: the
 * swap did not take it
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
