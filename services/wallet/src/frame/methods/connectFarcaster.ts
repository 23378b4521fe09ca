import { connectFarcaster as method } from '@latchkey/protocol/frame/frame'
import { waitForFarcaster } from '@latchkey/protocol/walletServer'
import { askUntil } from '../server/askUntil.ts'
import { requireAttempt } from '../wallet/attempt.ts'
import { finishProvedLogin } from '../wallet/finishProvedLogin.ts'
import { answer } from './answer.ts'

/**
 * Waits until a login is approved in Farcaster. It works only for a login that this site has begun.
 */
export const connectFarcaster = answer(method, async (wallet, _, { signal }) => {
  await requireAttempt(wallet, 'farcaster')
  const outcome = await askUntil(async () => {
    const now = await wallet.server.call(
      waitForFarcaster,
      { origin: wallet.site.origin },
      { signal },
    )
    return now.action === 'waiting' ? undefined : now
  }, signal)
  const action = await finishProvedLogin(wallet, 'farcaster', outcome, signal)
  const user = outcome.action === 'connected' ? await wallet.session.read(signal) : undefined
  return { userName: user?.userName ?? null, action }
})
