import type { Account } from '../core/state.ts'
import type { SendOrder } from './order.ts'

/** What of the wallet is another than an order is from; undefined while all is as it was. Nobody is another account. */
export function strayed(account: Account | undefined, { from, networkId }: Pick<SendOrder, 'from' | 'networkId'>): 'account' | 'network' | undefined {
  if (account?.address.toLowerCase() !== from.toLowerCase()) return 'account'
  return account.networkId === networkId ? undefined : 'network'
}
