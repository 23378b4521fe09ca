import { connect } from '../connect.ts'
import { unlock } from '../unlock.ts'
import { noParams, walletMethod } from '../walletMethod.ts'
import { visibleAccounts } from '../walletState.ts'

/**
 * Requests access to accounts. A site that has access already receives them at once. If the wallet
 * is locked, the request first waits until it is unlocked. Source: EIP-1102
 */
export const eth_requestAccounts = walletMethod(noParams, async (wallet) => {
  await unlock(wallet)
  const known = visibleAccounts(wallet.store.getState())
  return [...(known.length > 0 ? known : await connect(wallet))]
})
