import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import { dropCheck } from './checkSignIn.ts'
import { decline } from './declined.ts'
import { isRequired, siwxOf } from './siwxOf.ts'

/**
 * Signs the current account out on its network. If signing in is required, the wallet is
 * disconnected, too. Else the wallet stays connected, and sign-in is not requested again.
 * @throws KitError siwxDisabled, addressMissing, disconnectFailed; the errors of the site's
 *   function, after which the account is still signed in
 */
export async function signOut(kit: Kit): Promise<void> {
  const siwx = siwxOf(kit)
  const account = accountOf(kit.getState())
  if (!account) throw kitError('addressMissing')
  await siwx.revokeSession(account.networkId, account.address)
  dropCheck(kit, account.accountId)
  if (isRequired(kit)) await kit.disconnect()
  else decline(kit, account.accountId)
}
