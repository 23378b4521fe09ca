import { updateEmailSecondaryOtp as method } from '@latchkey/protocol/frame/frame'
import { checkSecondaryOtp } from '@latchkey/protocol/walletServer'
import { endChange, requireChange } from '../wallet/emailChange.ts'
import { answer } from './answer.ts'

/**
 * Checks the code of the new address and changes the account's address. It works only for a change
 * that this site began.
 */
export const updateEmailSecondaryOtp = answer(method, async (wallet, { otp }, { signal }) => {
  await requireChange(wallet)
  const { email } = await wallet.server.call(checkSecondaryOtp, { otp }, { signal })
  await endChange(wallet.store)
  wallet.session.forget()
  return { newEmail: email }
})
