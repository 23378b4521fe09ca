import type { Hex } from 'viem'
import { etherCoinType } from '@latchkey/protocol/coinType'

/** The account in a reverse name, in lower case, and the coin type of its network. */
export type Reversed = { account: Hex; coinType: number }

/**
 * Reads `<account>.addr.reverse` and `<account>.<coin type>.reverse`, in which account and coin
 * type are hex. Undefined for any other name. Sources: EIP-181, ENSIP-19
 */
export function readReverseName(name: string): Reversed | undefined {
  const [, account, coinType] =
    /^([0-9a-f]{40})\.(addr|[1-9a-f][0-9a-f]{0,7})\.reverse$/.exec(name) ?? []
  if (account === undefined || coinType === undefined) return undefined
  return {
    account: `0x${account}`,
    coinType: coinType === 'addr' ? etherCoinType : Number.parseInt(coinType, 16),
  }
}
