import { connectDevice as method } from '@latchkey/protocol/frame/frame'
import { waitForDevice } from '@latchkey/protocol/walletServer'
import { askUntil } from '../server/askUntil.ts'
import { endAttempt, requireLink } from '../wallet/attempt.ts'
import { noteLogin } from '../wallet/consent.ts'
import { answer } from './answer.ts'

/**
 * Waits until the mailed link of a login is approved. It works only for a login that this site has
 * begun.
 */
export const connectDevice = answer(method, async (wallet, _, { signal }) => {
  await requireLink(wallet)
  await askUntil(async () => {
    const { status } = await wallet.server.call(
      waitForDevice,
      { origin: wallet.site.origin },
      { signal },
    )
    if (status === 'waiting') return undefined
    await requireLink(wallet) // another site may have begun a login meanwhile
    await noteLogin(wallet, { signal })
    return status
  }, signal)
  await endAttempt(wallet)
  return undefined
})
