import { connectEmail as method } from '@latchkey/protocol/frame'
import { startEmail } from '@latchkey/protocol/walletServer'
import { isFault } from '../bridge/Fault.ts'
import { isPassing } from '../server/isPassing.ts'
import { beginLogin } from '../wallet/beginLogin.ts'
import { noteLogin } from '../wallet/consent.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { answer } from './answer.ts'

/** Has a code mailed. */
export const connectEmail = answer(method, async (wallet, { email }, { signal }) => {
  const { action } = await askForCode(wallet, email.trim(), signal)
  await beginLogin(wallet)
  if (action === 'connected') await noteLogin(wallet, { signal })
  return { action: action === 'connected' ? 'CONNECT' : 'VERIFY_OTP' } as const
})

/** Asks for a code. Where the answer to the same request was lost a moment ago, a server that mails no other one has mailed that one. */
async function askForCode({ server, settings, site, language, lostCode }: Wallet, email: string, signal: AbortSignal): Promise<{ action: 'otp' | 'connected' }> {
  const wasLost = lostCode.email === email
  delete lostCode.email
  try {
    return await server.call(startEmail, { email, projectId: settings.projectId, origin: site.origin, locale: language.chosen() }, { signal })
  } catch (error) {
    if (wasLost && isFault(error, 'emailCooldown')) return { action: 'otp' }
    if (isPassing(error)) lostCode.email = email
    throw error
  }
}
