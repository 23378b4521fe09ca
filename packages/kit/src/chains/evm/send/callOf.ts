import type { Transfer } from '../../../core/contracts/facets/send.ts'
import { word } from '../provider/quantity.ts'

/** The call that a transfer sends to the chain; `value` in wei. */
export type Call = { to: string; value: bigint; data?: `0x${string}` }

/**
 * The call that transfers a token (ERC-20 `transfer(address,uint256)`), or that sends the native
 * token.
 */
export function callOf({
  token: { address },
  to,
  amount,
}: Pick<Transfer, 'token' | 'to' | 'amount'>): Call {
  if (address === undefined) return { to: to.address, value: amount }
  return { to: address, value: 0n, data: `0xa9059cbb${word(to.address)}${word(amount)}` }
}
