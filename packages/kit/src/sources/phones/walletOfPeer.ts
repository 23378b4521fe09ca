import type { Wallet } from '../../core/contracts/wallet.ts'
import type { Session } from '../walletconnect/session.ts'
import { cleanText } from '../../core/text/cleanText.ts'

/**
 * The app at the other end of a session, with the name that it reports. It has no id of the
 * catalogue. It has no picture, because the picture's host is untrusted.
 */
export function walletOfPeer({
  peer: {
    metadata: { name, redirect },
  },
}: Session): Wallet | undefined {
  const shown = cleanText(name)
  return shown
    ? {
        id: `app:${shown.toLowerCase()}`,
        name: shown,
        mobile_link: redirect?.native,
        link_mode: redirect?.universal,
      }
    : undefined
}
