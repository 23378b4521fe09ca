import { noParams, walletMethod } from '../walletMethod.ts'
import { visibleAccounts } from '../walletState.ts'

/** The accounts that the site may see. None while the wallet is locked. Source: EIP-1474 */
export const eth_accounts = walletMethod(noParams, ({ store }) => [
  ...visibleAccounts(store.getState()),
])
