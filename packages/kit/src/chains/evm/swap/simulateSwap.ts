import { isSameAddress } from '@latchkey/protocol/address'
import type { SwapExposure } from '../../../core/facets/swap.ts'
import { orNothing } from '../../../core/orNothing.ts'
import type { Chain } from '../provider/chain.ts'
import { readGas } from '../send/fees.ts'
import { allowanceCall, balanceCall } from './calls.ts'
import type { Call } from './calls.ts'
import { checkEffects, refused } from './checkEffects.ts'
import type { Bounds, Holdings } from './checkEffects.ts'
import { contractsOf, isAnyAllowed, readExposures } from './exposure.ts'
import { keepsLeast } from './keepsLeast.ts'
import { runCalls } from './runCalls.ts'
import type { Ran, Run, Step } from './runCalls.ts'
import { mostPerGas, readSurroundings } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'

/** Tokens of the account that a run looks at, beside the two of the swap. */
const mostHeld = 24

/** Units of gas: of an approval, and of a swap whose own need the node can't say yet. */
const gasOf = { approval: 100_000n, swap: 1_000_000n, least: 100_000n, most: 5_000_000n } as const

/**
 * The outcome of a run: what arrives, what the swap's contracts could take besides by allowances
 * that stood before, and whether the run showed all that the swap does; that it would fail; or that
 * the node can't run it.
 */
export type Simulated =
  | { status: 'works'; arrives: bigint; isWhole: boolean; exposures: readonly SwapExposure[] }
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
  held: readonly string[],
  bounds: Bounds,
): Promise<Simulated> {
  const {
    order: { account, from, to, amount },
    spender,
  } = bounds
  const own = calls.at(-1)
  if (!own) return { status: 'unknown' }
  const others = held
    .filter(
      (token) =>
        ![from.address, to.address].some((one) => one !== undefined && isSameAddress(one, token)),
    )
    .slice(0, mostHeld)
  const balanceOf = (token: string | undefined): Step =>
    token === undefined ? { kind: 'coins' } : { kind: 'look', call: balanceCall(token, account) }
  const looks: readonly Step[] = [
    { kind: 'coins' },
    ...[from.address, to.address, ...others].map(balanceOf),
  ]
  const allowance: Step =
    from.address === undefined
      ? { kind: 'coins' }
      : { kind: 'look', call: allowanceCall(from.address, account, spender) }
  const [surroundings, estimated] = await Promise.all([
    readSurroundings(chain, account),
    calls.length === 1 ? orNothing(readGas(chain, account, own)) : undefined,
  ])
  const actsWith = (gas: bigint) =>
    calls.map((call): Step => ({ kind: 'act', call, gas: call === own ? gas : gasOf.approval }))
  const runWith = (gas: bigint) =>
    runCalls(
      chain,
      account,
      [...looks, allowance, ...actsWith(gas), ...looks, allowance],
      surroundings,
    )
  const acted = (one: Run | undefined) =>
    one?.steps.slice(looks.length + 1, looks.length + 1 + calls.length)
  let gas = estimated ?? payableGas(calls, surroundings)
  let run = await runWith(gas)
  // it may need more than most; where the node has estimated less than it needs in a block, what it
  // does there is still looked at
  const isShort = acted(run)?.some(({ isDone }) => !isDone) ?? false
  if (isShort) run = await runWith((gas = gasOf.most))
  const acts = acted(run)
  if (!run || !acts) return { status: 'unknown' }
  if (acts.some(({ isDone }) => !isDone)) return { status: 'fails' }
  const fees = acts.reduce((sum, { fee }) => sum + fee, 0n)
  const [before, after] = [
    holdingsOf(run.steps.slice(0, looks.length), bounds, 0n),
    holdingsOf(run.steps.slice(-looks.length - 1, -1), bounds, fees),
  ]
  if (!before || !after) return { status: 'unknown' }
  const allowed = (at: number) => (from.address === undefined ? 0n : (run.steps.at(at)?.word ?? 0n))
  const arrives = checkEffects(
    {
      before,
      after,
      allowance: { before: allowed(looks.length), after: allowed(-1) },
      logs: run.logs,
    },
    bounds,
  )
  if (isShort && estimated !== undefined) return { status: 'fails' }
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
  const isKept =
    isWrapping || (await keepsLeast(chain, calls, { arrives, bounds, surroundings, gas }))
  if (isKept === false) throw refused('It does not hold the least.')
  if (!isKept) return { status: 'unknown' }
  const holdings = [
    { token: from.address, balance: before.from },
    { token: to.address, balance: before.to },
    ...others.map((token, at) => ({ token, balance: before.held[at] ?? 0n })),
  ]
  const contracts = await contractsOf(chain, account, {
    call: own,
    gas,
    isAlone: calls.length === 1,
    logs: run.logs,
    surroundings,
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
  const [first, last] = [run.steps.slice(0, looks.length), run.steps.slice(-looks.length - 1, -1)]
  // a token that answers neither before nor after is one that does not work, unless somebody is
  // allowed to take of it: the swap has not silenced it
  const silent = others.filter(
    (_, at) => !first.at(at - others.length)?.isDone && !last.at(at - others.length)?.isDone,
  )
  const isRead = [...first, ...last].filter(({ isDone }) => !isDone).length === silent.length * 2
  const isSilentTaken =
    silent.length > 0 &&
    contracts !== undefined &&
    (await isAnyAllowed(chain, account, contracts, silent))
  // balances alone don't show other allowances, or what the run was not asked to look at; what a
  // token does not say is not nothing
  return {
    status: 'works',
    arrives,
    isWhole:
      run.logs !== undefined &&
      !run.isPadded &&
      isRead &&
      !isSilentTaken &&
      exposures !== undefined,
    exposures: (exposures ?? []).filter((one) => !isAgreed(one)),
  }
}

/**
 * Gas of a swap whose own need is not known: no more than the account can pay for, as it could not
 * in a block either, so that the run leaves it the coins that it has. Of one that can't pay for any
 * swap, the usual.
 */
function payableGas(calls: readonly Call[], surroundings: Surroundings | undefined): bigint {
  const price = surroundings ? mostPerGas(surroundings) : 0n
  if (!surroundings || price === 0n) return gasOf.swap
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  const payable = (surroundings.native - value) / price - gasOf.approval * BigInt(calls.length - 1)
  return payable >= gasOf.least && payable < gasOf.swap ? payable : gasOf.swap
}

/**
 * Undefined where a balance can't be read. @param fees what the transactions have paid for gas: the
 * swap did not take it
 */
function holdingsOf(
  ran: readonly Ran[],
  { order: { from, to } }: Bounds,
  fees: bigint,
): Holdings | undefined {
  const [coins, first, second, ...others] = ran
  if (!coins?.isDone || !first?.isDone || !second?.isDone) return undefined
  return {
    from: from.address === undefined ? first.word + fees : first.word,
    to: to.address === undefined ? second.word + fees : second.word,
    native: coins.word + fees,
    held: others.map(({ word, isDone }) => (isDone ? word : 0n)),
  }
}
