import { connect } from '../connect.ts'
import { permissionRequest, permissionsOf } from '../permission.ts'
import { unlock } from '../unlock.ts'
import { walletMethod } from '../walletMethod.ts'

/** Lets the person pick accounts, also when the site has some already. Source: EIP-2255 */
export const wallet_requestPermissions = walletMethod(permissionRequest, async (wallet) => {
  await unlock(wallet)
  await connect(wallet)
  return permissionsOf(wallet.store.getState(), wallet.origin)
})
