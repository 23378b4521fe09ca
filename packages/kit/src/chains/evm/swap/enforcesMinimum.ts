import { placesOf, withWord } from '@latchkey/protocol/callWords'
import type { Chain } from '../provider/chain.ts'
import { balanceCall } from './calls.ts'
import type { Call } from './calls.ts'
import type { Bounds } from './checkEffects.ts'
import { runCalls } from './runCalls.ts'
import type { BlockContext } from './blockContext.ts'
import type { Step } from './runAsCode.ts'

/** The maximum number of positions in the call data that are tried as the place of the minimum. */
const maxPositions = 12

/**
 * Whether the swap's own transaction reverts when less than the minimum would arrive. A simulation
 * shows only the current price; the builder of the block decides the price at execution. So the
 * call data must contain a number between the minimum and the expected amount. The node must show
 * that the contract uses this number as the minimum:
 * - with 1 % more than the expected amount in its place, the swap fails
 * - with 1 in its place, as much arrives as before, or at most 1 % less
 *
 * Undefined if the node can't run the swap.
 * @param calls the last call is the swap's own
 */
export async function enforcesMinimum(
  chain: Chain,
  calls: readonly Call[],
  {
    arrives,
    bounds: {
      order: { account, to },
      minimum,
    },
    blockContext,
    gas,
  }: { arrives: bigint; bounds: Bounds; blockContext: BlockContext | undefined; gas: bigint },
): Promise<boolean | undefined> {
  const swapCall = calls.at(-1)
  if (!swapCall) return false
  const balance: Step =
    to.address === undefined
      ? { kind: 'coins' }
      : { kind: 'look', call: balanceCall(to.address, account) }
  async function runWithMinimum(
    data: Call['data'],
  ): Promise<{ isDone: boolean; arrives: bigint } | undefined> {
    const transactions = [
      ...calls.slice(0, -1),
      { to: swapCall?.to ?? '', value: swapCall?.value ?? 0n, data },
    ].map((call): Step => ({ kind: 'act', call, gas }))
    const run = await runCalls(chain, account, [balance, ...transactions, balance], blockContext)
    const [before, after] = [run?.steps.at(0), run?.steps.at(-1)]
    if (!run || !before || !after) return undefined
    const fees = to.address === undefined ? run.steps.reduce((sum, { fee }) => sum + fee, 0n) : 0n
    return { isDone: run.steps.at(-2)?.isDone ?? false, arrives: after.word + fees - before.word }
  }
  // `minimum - 1n`, because some services round the minimum down
  for (const position of placesOf(
    swapCall.data,
    minimum > 1n ? minimum - 1n : minimum,
    arrives,
    maxPositions,
  )) {
    const [aboveOffer, nearZero] = await Promise.all(
      [arrives + arrives / 100n + 1n, 1n].map((amount) =>
        runWithMinimum(withWord(swapCall.data, position, amount)),
      ),
    )
    if (!aboveOffer || !nearZero) return undefined
    if (!aboveOffer.isDone && nearZero.isDone && nearZero.arrives >= arrives - arrives / 100n)
      return true
  }
  return false
}
