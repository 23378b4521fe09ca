import { permissionsOf } from '../permission.ts'
import { noParams, walletMethod } from '../walletMethod.ts'

/** The site's permissions. Source: EIP-2255 */
export const wallet_getPermissions = walletMethod(noParams, ({ origin, store }) =>
  permissionsOf(store.getState(), origin),
)
