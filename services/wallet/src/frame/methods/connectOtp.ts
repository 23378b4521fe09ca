import { connectOtp as method } from '@latchkey/protocol/frame'
import { checkOtp } from '@latchkey/protocol/walletServer'
import { answer } from './answer.ts'

/** Checks the code of the mail. */
export const connectOtp = answer(method, async (wallet, { otp }, { signal }) => {
  const { action } = await wallet.server.call(checkOtp, { otp }, { signal })
  wallet.session.forget()
  if (action === 'connected') wallet.session.read().catch(() => {}) // the account is asked for next, and is told the failure
  return { action: action === 'device' ? 'VERIFY_DEVICE' : 'CONNECT' } as const
})
