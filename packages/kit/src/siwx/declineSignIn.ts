import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { accountOf } from '../core/state.ts'
import { dropCheck } from './checkSignIn.ts'
import { decline } from './declined.ts'
import { isRequired } from './siwxOf.ts'
import { statusOf } from './status.ts'

/**
 * The visitor does not sign in (spec section 2, cancel on the sign view): disconnects the wallet
 * where that is required; else the account stays connected, and is not asked again. Closes the
 * modal.
 */
export async function declineSignIn(kit: Kit): Promise<void> {
  const account = accountOf(kit.getState())
  try {
    if (account && isRequired(kit)) {
      // whoever waits for the modal learns that it was not the visitor's wish alone
      if (statusOf(kit, account) === 'unknown')
        kit.context.connectErrors = {
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
