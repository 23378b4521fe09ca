import * as v from 'valibot'
import { visibleAccounts } from './walletState.ts'
import type { WalletState } from './walletState.ts'

/** The parameters of a request for the only permission that exists. Source: EIP-2255 */
export const permissionRequest = v.tuple([
  v.object({ eth_accounts: v.record(v.string(), v.unknown()) }),
])

/** The site's permissions in the form of EIP-2255. */
export function permissionsOf(state: WalletState, invoker: string) {
  const value = [...visibleAccounts(state)]
  if (value.length === 0) return []
  return [
    {
      invoker,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value }],
    },
  ]
}
