import { grantingMethod } from '../grants/grantingMethod.ts'
import { permissionTypes, ruleTypes } from '@latchkey/protocol/sessions/permissions'
import { hexId } from '../walletChain.ts'
import { noParams } from '../walletMethod.ts'

/**
 * Returns the permissions that the wallet grants, by type. ERC-7715
 * @throws ProviderError 4200 for a wallet that grants none
 */
export const wallet_getSupportedExecutionPermissions = grantingMethod(
  'today',

  noParams,
  ({ grants, store }) => {
    const entry = {
      chainIds: store.getState().chains.map(hexId),
      ruleTypes: ['expiry', ...(grants?.ruleTypes ?? ruleTypes.slice(1))],
    }
    return Object.fromEntries(permissionTypes.map((type) => [type, entry]))
  },
)
