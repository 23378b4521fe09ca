import { connectEmail as method } from '@latchkey/protocol/frame'
import { startEmail } from '@latchkey/protocol/walletServer'
import { endAttempt } from '../wallet/attempt.ts'
import { beginLogin } from '../wallet/beginLogin.ts'
import { readConsent } from '../wallet/consent.ts'
import { answer } from './answer.ts'

/** Has a code mailed. Only a site on which this user has logged in before needs none: an address that is typed elsewhere is no consent. */
export const connectEmail = answer(method, async (wallet, { email }, { signal }) => {
  const start = async (isNew: boolean) => {
    const { action } = await wallet.server.call(startEmail, { email: email.trim(), projectId: wallet.settings.projectId, origin: wallet.site.origin, ...(isNew && { isNew }) }, { signal })
    await beginLogin(wallet, { kind: 'email' })
    return action
  }
  const action = await start((await readConsent(wallet)) === undefined)
  if (action === 'otp') return { action: 'VERIFY_OTP' } as const
  const user = await wallet.session.read(signal)
  if (user && (await readConsent(wallet)) === user.userId) {
    await endAttempt(wallet)
    return { action: 'CONNECT' } as const
  }
  await start(true)
  return { action: 'VERIFY_OTP' } as const
})
