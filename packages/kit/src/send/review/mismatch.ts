import { isSameAddress } from '@latchkey/protocol/address'
import type { SendOrder } from '../../core/facets/send.ts'
import type { Account } from '../../core/state.ts'

/** What of the wallet is another than an order is from; undefined while all is as it was. Nobody is another account. */
export function mismatch(account: Account | undefined, { from, networkId }: Pick<SendOrder, 'from' | 'networkId'>): 'account' | 'network' | undefined {
  if (!account || !isSameAddress(account.address, from)) return 'account'
  return account.networkId === networkId ? undefined : 'network'
}
