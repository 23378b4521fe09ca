import { connectEmail as method } from '@latchkey/protocol/frame'
import { startEmail } from '@latchkey/protocol/walletServer'
import { noteLogin } from '../wallet/consent.ts'
import { answer } from './answer.ts'

/** Has a code mailed. Meanwhile the code is fetched that makes or opens the account. */
export const connectEmail = answer(method, async (wallet, { email }, { signal }) => {
  const { action } = await wallet.server.call(startEmail, { email: email.trim(), projectId: wallet.settings.projectId, origin: wallet.site.origin }, { signal })
  if (action === 'connected') await noteLogin(wallet, signal)
  else wallet.session.forget()
  Promise.all([import('../vault/warmUp.ts'), import('../vault/openAccount.ts'), import('../vault/createFirst.ts')]).then(([{ warmUp }]) => warmUp()).catch(() => {}) // it is fetched again when it is needed
  return { action: action === 'connected' ? 'CONNECT' : 'VERIFY_OTP' } as const
})
