import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { SwapToken } from '../../../core/contracts/facets/swap.ts'
import { word } from '../provider/quantity.ts'

/** A call of a contract; `value` in wei. */
export type Call = { to: string; value: bigint; data: `0x${string}` }

/** Creates a call of ERC-20 `approve(address,uint256)`. */
export const approveCall = (token: string, spender: string, amount: bigint): Call => ({
  to: token,
  value: 0n,
  data: `0x095ea7b3${word(spender)}${word(amount)}`,
})

/** Creates a call of ERC-20 `balanceOf(address)`. */
export const balanceCall = (token: string, owner: string): Call => ({
  to: token,
  value: 0n,
  data: `0x70a08231${word(owner)}`,
})

/** Creates a call of ERC-20 `allowance(address,address)`. */
export const allowanceCall = (token: string, owner: string, spender: string): Call => ({
  to: token,
  value: 0n,
  data: `0xdd62ed3e${word(owner)}${word(spender)}`,
})

/** The address of a token in APIs and traces, in lower case. The native token has a placeholder. */
export const addressOf = ({ address = nativeTokenAddress }: Pick<SwapToken, 'address'>): string =>
  address.toLowerCase()

/** The spender in a call of `approve(address,uint256)`. Undefined for another call. */
export function spenderIn(data: string): string | undefined {
  const [, spender] = /^0x095ea7b30{24}([0-9a-f]{40})[0-9a-f]{64}$/i.exec(data) ?? []
  return spender && `0x${spender}`
}
