import { isSameAddress } from '@latchkey/protocol/address'
import type { SendOrder } from '../../../core/contracts/facets/send.ts'
import type { Account } from '../../../core/kit/state.ts'

/**
 * Says whether the wallet's account or its network differs from the order's; undefined if neither
 * does. Without a connected account, the account differs.
 */
export function mismatch(
  account: Account | undefined,
  { from, networkId }: Pick<SendOrder, 'from' | 'networkId'>,
): 'account' | 'network' | undefined {
  if (!account || !isSameAddress(account.address, from)) return 'account'
  return account.networkId === networkId ? undefined : 'network'
}
