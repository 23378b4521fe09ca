import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import { dropCheck } from './checkSignIn.ts'
import { decline } from './declined.ts'
import { isRequired } from './siwxOf.ts'
import { statusOf } from './status.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Called when the visitor cancels on the sign-in screen. If signing in is required, it disconnects
 * the wallet. Else the account stays connected, and sign-in is not requested again. In both cases
 * it closes the modal. See docs/contracts/product.md#signing-in
 */
export async function declineSignIn(kit: Kit): Promise<void> {
  const account = accountOf(kit.getState())
  try {
    if (account && isRequired(kit)) {
      // the check has failed, so a caller that waits for the modal gets this error
      if (statusOf(kit, account) === 'unknown')
        contextOf(kit).connectErrors = {
          [kit.getState().modal.request]: kitError('authenticationFailed'),
        }
      return await kit.disconnect()
    }
    if (!account) return
    dropCheck(kit, account.accountId)
    decline(kit, account.accountId)
  } finally {
    kit.close()
  }
}
