import { zeroAddress } from '../../../chainIndex/holdingChanges.ts'
import type { Hex } from '../../../chainIndex/chainIndex.ts'

/** An amount that moved from one account to another. */
export type Flow = { sender: Hex; recipient: Hex; amount: bigint }

/**
 * Adds the missing flows, so that the flows of each account add up to the change of its balance. A
 * missing flow goes from an account that has less than the known flows say to an account that has
 * more, in order. A remainder comes from the zero address, or goes to it.
 */
export function settle(known: readonly Flow[], changes: ReadonlyMap<Hex, bigint>): Flow[] {
  const rest = new Map(changes)
  const add = (place: Hex, amount: bigint) =>
    void (place !== zeroAddress && rest.set(place, (rest.get(place) ?? 0n) + amount))
  for (const { sender, recipient, amount } of known) {
    add(sender, amount)
    add(recipient, -amount)
  }
  const [less, more] = [
    [...rest].filter(([, amount]) => amount < 0n),
    [...rest].filter(([, amount]) => amount > 0n),
  ]
  const flows: Flow[] = []
  while (less.length > 0 || more.length > 0) {
    const [[sender, lacking] = [zeroAddress, 0n], [recipient, extra] = [zeroAddress, 0n]] = [
      less[0],
      more[0],
    ]
    const amount =
      less.length === 0 ? extra : more.length === 0 ? -lacking : extra < -lacking ? extra : -lacking
    flows.push({ sender, recipient, amount })
    if (less.length > 0)
      less.splice(
        0,
        1,
        ...(lacking + amount < 0n ? [[sender, lacking + amount] as [Hex, bigint]] : []),
      )
    if (more.length > 0)
      more.splice(
        0,
        1,
        ...(extra - amount > 0n ? [[recipient, extra - amount] as [Hex, bigint]] : []),
      )
  }
  return flows
}
