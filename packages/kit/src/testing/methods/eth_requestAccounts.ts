import { connect } from '../connect.ts'
import { unlock } from '../unlock.ts'
import { noParams, walletMethod } from '../walletMethod.ts'
import { visibleAccounts } from '../walletState.ts'

/**
 * Requests access to accounts; for a site that was allowed before the person is not asked again.
 * Source: EIP-1102 A locked wallet waits to be unlocked first.
 */
export const eth_requestAccounts = walletMethod(noParams, async (wallet) => {
  await unlock(wallet)
  const known = visibleAccounts(wallet.store.getState())
  return [...(known.length > 0 ? known : await connect(wallet))]
})
