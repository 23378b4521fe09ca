import { connectEmail as method } from '@latchkey/protocol/frame/frame'
import { startEmail } from '@latchkey/protocol/walletServer'
import { isFault } from '../bridge/Fault.ts'
import { isTransient } from '../server/isTransient.ts'
import { endAttempt } from '../wallet/attempt.ts'
import { beginLogin } from '../wallet/beginLogin.ts'
import { readConsent } from '../wallet/consent.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { answer } from './answer.ts'

/**
 * Mails a code. A code is not needed on a site on which this user has logged in before. On any
 * other site it is needed, because a typed address alone is no consent.
 */
export const connectEmail = answer(method, async (wallet, { email }, { signal }) => {
  const start = async (isNew: boolean) => {
    const { action } = await askForCode(wallet, { email: email.trim(), isNew, signal })
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

/**
 * Requests a code. If the answer to the same request was lost a moment ago, a refusal for the
 * cooldown means that the code has been mailed.
 */
async function askForCode(
  { server, settings, site, language, lostCode }: Wallet,
  { email, isNew, signal }: { email: string; isNew: boolean; signal: AbortSignal },
): Promise<{ action: 'otp' | 'connected' }> {
  const wasLost = lostCode.email === email
  delete lostCode.email
  try {
    return await server.call(
      startEmail,
      {
        email,
        projectId: settings.projectId,
        origin: site.origin,
        locale: language.chosen(),
        ...(isNew && { isNew }),
      },
      { signal },
    )
  } catch (error) {
    if (wasLost && isFault(error, 'emailCooldown')) return { action: 'otp' }
    if (isTransient(error)) lostCode.email = email
    throw error
  }
}
