import { signOut as method } from '@latchkey/protocol/frame/frame'
import { readConsent } from '../wallet/consent.ts'
import { leave } from '../wallet/leave.ts'
import { markSignedOut } from '../wallet/signedOut.ts'
import { forgetNamedAccount, readNamedAccount } from '../wallet/namedAccount.ts'
import { answer } from './answer.ts'

/**
 * Ends the login on this device. On a site on which the visitor has not logged in, nothing ends. If
 * the account is known only from the site, the wallet's window ends the login when it is next
 * opened.
 */
export const signOut = answer(method, async (wallet, _, { signal }) => {
  if (await readNamedAccount(wallet)) await markSignedOut(wallet.store)
  await forgetNamedAccount(wallet)
  if ((await readConsent(wallet)) !== undefined) await leave(wallet, signal)
  return undefined
})
