import { connectOtp as method } from '@latchkey/protocol/frame'
import { checkOtp } from '@latchkey/protocol/walletServer'
import { proved } from '../wallet/proved.ts'
import { answer } from './answer.ts'

/** Checks the code of the mail. */
export const connectOtp = answer(method, async (wallet, { otp }, { signal }) => ({ action: await proved(wallet, await wallet.server.call(checkOtp, { otp }, { signal }), signal) }))
