import { updateEmailPrimaryOtp as method } from '@latchkey/protocol/frame/frame'
import { checkPrimaryOtp } from '@latchkey/protocol/walletServer'
import { requireChange } from '../wallet/emailChange.ts'
import { answer } from './answer.ts'

/** Checks the code of the current address. It works only for a change that this site began. */
export const updateEmailPrimaryOtp = answer(method, async (wallet, { otp }, { signal }) => {
  await requireChange(wallet)
  await wallet.server.call(checkPrimaryOtp, { otp }, { signal })
  return undefined
})
