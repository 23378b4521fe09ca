import { permissionRequest } from '../permission.ts'
import { walletMethod } from '../walletMethod.ts'

/** Revokes the site's access to its accounts. Source: MIP-2 (MetaMask improvement proposals) */
export const wallet_revokePermissions = walletMethod(permissionRequest, ({ store }) => {
  store.setState({ permitted: [] })
  return null
})
