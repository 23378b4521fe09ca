import type { NetworkId } from '@latchkey/protocol/caip'

/** What is sent: a token by its contract, or the network's own without `address`. */
export type SendToken = {
  /** Contract, EVM; absent for the native token. */
  address?: string
  symbol: string
  decimals: number
  iconUrl?: string
}

/** Who gets it. `name` is what was looked up, where it was not an address from the start. */
export type Recipient = { address: `0x${string}`; name?: string }

/** A wish to send; `amount` in the smallest unit of the token, or all of it less the fee. */
export type SendOrder = { networkId: NetworkId; from: string; to: Recipient; token: SendToken; amount: bigint | 'max' }
