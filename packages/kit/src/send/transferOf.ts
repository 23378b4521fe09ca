import { word } from './node.ts'
import type { Recipient, SendToken } from './order.ts'

/** What goes to the chain for an order; `value` in the smallest unit. */
export type Transfer = { to: `0x${string}`; value: bigint; data?: `0x${string}` }

/** The call that moves a token, or the plain transfer of the native one. ERC-20 `transfer(address,uint256)` */
export function transferOf({ address }: SendToken, to: Recipient, amount: bigint): Transfer {
  if (address === undefined) return { to: to.address, value: amount }
  return { to: address as `0x${string}`, value: 0n, data: `0xa9059cbb${word(to.address)}${word(amount)}` } // tokens come checked, from balances or `readToken`
}
