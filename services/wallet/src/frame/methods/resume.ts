import { resume as method } from '@latchkey/protocol/frame/frame'
import { approvesInPage } from '../approve/approvesInPage.ts'
import { readConnected, readConsent } from '../wallet/consent.ts'
import { readAccount } from '../vault/deviceShare.ts'
import { storeNamedAccount } from '../wallet/namedAccount.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { answer } from './answer.ts'

/**
 * Accepts the account of an earlier login from the site. This is needed where the browser
 * stores nothing for the frame. It is also needed after a login on the wallet's own page in the
 * site's tab, because that page can't pass anything to the frame.
 * The frame has no keys for this account, so the wallet's own window signs. A frame that
 * approves by itself, or has a login of its own, does not accept it.
 */
export const resume = answer(method, async (wallet, { addresses, email }, { signal }) => {
  const isInPage = approvesInPage(wallet.settings, wallet.site.origin)
  if (isInPage || (await hasLogin(wallet, signal)))
    return { isConnected: (await readConnected(wallet)) !== undefined }
  await storeNamedAccount(wallet, { addresses, email: email ?? null })
  return { isConnected: true }
})

/**
 * Whether the visitor has logged in on this site in the frame. The account may not be open
 * yet.
 */
async function hasLogin(wallet: Wallet, signal: AbortSignal): Promise<boolean> {
  const consent = await readConsent(wallet)
  if (consent === undefined) return false
  return (
    (await readAccount(wallet.store)) !== undefined ||
    (await wallet.session.read(signal))?.userId === consent
  )
}
