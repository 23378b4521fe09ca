import type { Store } from '../device/openStore.ts'
import { markLogoutPending } from '../server/logOutFirst.ts'
import { leaveAccount } from '../vault/deviceShare.ts'
import { consentName, withdrawConsents } from '../wallet/consent.ts'

/**
 * Ends the login of the window, because the visitor has signed out on a site whose frame could not
 * end it. The server gets the sign-out before any other call. On a site without a consent, nothing
 * ends.
 */
export async function endOfSite(own: Store, origin: string): Promise<void> {
  if ((await own.get(consentName({ site: { origin } }))) === undefined) return
  await markLogoutPending(own)
  await Promise.all([leaveAccount(own), withdrawConsents(own)])
}
