import type { SwapOrder } from '../../../../core/contracts/facets/swap.ts'
import { levelOf, lossOf, stepOf } from '../../../../domains/swap/loss.ts'
import type { PreparedSwap } from '../../../../domains/swap/prepareSwap.lazy.ts'

/** Returns the loss of a swap in percent. It uses the simulated amount if that is known. */
export const preparedLossOf = (
  order: SwapOrder,
  { offer, arrives = offer.arrives }: PreparedSwap,
  prices: Parameters<typeof lossOf>[2],
): number | undefined => lossOf(order, { ...offer, arrives }, prices)

/**
 * Returns the names of the risks that the visitor must accept, separated by commas. A name contains
 * the size of its risk. If the risk changes, the name changes, and must be accepted again.
 */
export function cautionsOf(
  { exposures, isChecked, problems }: PreparedSwap,
  loss: number | undefined,
): string {
  const exposed = exposures
    .map(({ contract, token, amount }) => `${contract} ${token} ${amount}`)
    .join(' ')
  return [
    ...(levelOf(loss) === 'high' ? [`loss ${stepOf(loss)}`] : []),
    ...(isChecked || problems.length > 0 ? [] : [exposed ? `exposed ${exposed}` : 'unchecked']),
  ].join()
}
