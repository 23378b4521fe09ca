import { signOut as method } from '@latchkey/protocol/frame/frame'
import { readConsent } from '../wallet/consent.ts'
import { leave } from '../wallet/leave.ts'
import { forgetNamed } from '../wallet/named.ts'
import { answer } from './answer.ts'

/** Ends the login on this device. A site on which nobody has logged in ends nothing. */
export const signOut = answer(method, async (wallet, _, { signal }) => {
  await forgetNamed(wallet)
  if ((await readConsent(wallet)) !== undefined) await leave(wallet, signal)
  return undefined
})
