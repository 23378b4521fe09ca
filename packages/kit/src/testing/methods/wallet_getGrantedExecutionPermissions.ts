import { grantingMethod } from '../grants/grantingMethod.ts'
import { ProviderError } from '../providerError.ts'
import { noParams } from '../walletMethod.ts'

/**
 * Returns the site's permissions that the wallet has granted and not ended. ERC-7715
 * @throws ProviderError 4200 for a wallet that does not list them
 */
export const wallet_getGrantedExecutionPermissions = grantingMethod(
  'today',
  noParams,
  ({ grants, store }) => {
    if (grants?.isSilent) throw new ProviderError(4200, 'The wallet does not list permissions.')
    return store.getState().granted
  },
)
