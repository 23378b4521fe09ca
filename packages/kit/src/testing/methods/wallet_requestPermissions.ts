import { connect } from '../connect.ts'
import { permissionRequest, permissionsOf } from '../permission.ts'
import { unlock } from '../unlock.ts'
import { walletMethod } from '../walletMethod.ts'

/** Lets the owner pick accounts, even if the site may see some already. Source: EIP-2255 */
export const wallet_requestPermissions = walletMethod(permissionRequest, async (wallet) => {
  await unlock(wallet)
  await connect(wallet)
  return permissionsOf(wallet.store.getState(), wallet.origin)
})
