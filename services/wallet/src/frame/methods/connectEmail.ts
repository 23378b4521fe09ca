import { connectEmail as method } from '@latchkey/protocol/frame'
import { startEmail } from '@latchkey/protocol/walletServer'
import { answer } from './answer.ts'

/** Has a code mailed. Meanwhile the code is fetched that makes or opens the account. */
export const connectEmail = answer(method, async (wallet, { email }, { signal }) => {
  const { action } = await wallet.server.call(startEmail, { email: email.trim() }, { signal })
  wallet.session.forget()
  import('../vault/warmUp.ts').then(({ warmUp }) => warmUp()).catch(() => {}) // it is fetched again when it is needed
  return { action: action === 'connected' ? 'CONNECT' : 'VERIFY_OTP' }
})
