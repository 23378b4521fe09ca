import { permissionsOf } from '../permission.ts'
import { noParams, walletMethod } from '../walletMethod.ts'

/** What the site may do. Source: EIP-2255 */
export const wallet_getPermissions = walletMethod(noParams, ({ origin, store }) => permissionsOf(store.getState(), origin))
