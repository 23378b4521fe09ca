import { signOut as method } from '@latchkey/protocol/frame/frame'
import { readConsent } from '../wallet/consent.ts'
import { leave } from '../wallet/leave.ts'
import { noteLeft } from '../wallet/left.ts'
import { forgetNamed, readNamed } from '../wallet/named.ts'
import { answer } from './answer.ts'

/**
 * Ends the login on this device. A site on which nobody has logged in ends nothing; where the site
 * named the account itself, the wallet's window ends it when it is next opened.
 */
export const signOut = answer(method, async (wallet, _, { signal }) => {
  if (await readNamed(wallet)) await noteLeft(wallet.keep)
  await forgetNamed(wallet)
  if ((await readConsent(wallet)) !== undefined) await leave(wallet, signal)
  return undefined
})
