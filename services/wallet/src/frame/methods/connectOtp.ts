import { connectOtp as method } from '@latchkey/protocol/frame/frame'
import { checkOtp } from '@latchkey/protocol/walletServer'
import { requireAttempt } from '../wallet/attempt.ts'
import { finishProvedLogin } from '../wallet/finishProvedLogin.ts'
import { answer } from './answer.ts'

/** Checks the mailed code of a login that this site has begun. */
export const connectOtp = answer(method, async (wallet, { otp }, { signal }) => {
  await requireAttempt(wallet, 'email')
  return {
    action: await finishProvedLogin(
      wallet,
      'email',
      await wallet.server.call(checkOtp, { otp, origin: wallet.site.origin }, { signal }),
      signal,
    ),
  }
})
