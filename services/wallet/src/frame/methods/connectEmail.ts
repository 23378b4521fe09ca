import { connectEmail as method } from '@latchkey/protocol/frame'
import { startEmail } from '@latchkey/protocol/walletServer'
import { beginLogin } from '../wallet/beginLogin.ts'
import { noteLogin } from '../wallet/consent.ts'
import { answer } from './answer.ts'

/** Has a code mailed. */
export const connectEmail = answer(method, async (wallet, { email }, { signal }) => {
  const { action } = await wallet.server.call(startEmail, { email: email.trim(), projectId: wallet.settings.projectId, origin: wallet.site.origin, locale: wallet.language.chosen() }, { signal })
  await beginLogin(wallet)
  if (action === 'connected') await noteLogin(wallet, { signal })
  return { action: action === 'connected' ? 'CONNECT' : 'VERIFY_OTP' } as const
})
