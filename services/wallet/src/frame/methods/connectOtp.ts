import { connectOtp as method } from '@latchkey/protocol/frame'
import { checkOtp } from '@latchkey/protocol/walletServer'
import { noteLogin } from '../wallet/consent.ts'
import { answer } from './answer.ts'

/** Checks the code of the mail. */
export const connectOtp = answer(method, async (wallet, { otp }, { signal }) => {
  const { action } = await wallet.server.call(checkOtp, { otp }, { signal })
  if (action === 'connected') await noteLogin(wallet, signal)
  return { action: action === 'device' ? 'VERIFY_DEVICE' : 'CONNECT' } as const
})
