import { readDevice } from '../../core/page/device.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { appOfSession } from './rememberWallet.ts'
import { requestLink } from './walletLinks.ts'

/**
 * Brings the app of a session to the front on a phone, because a request waits there. Does nothing
 * on other devices. Opens no window without a press.
 */
export function openApp(storage: RawStorage, topic: string): void {
  const wallet = readDevice().isPhone ? appOfSession(storage, topic) : undefined
  const link = wallet && requestLink(wallet, topic)
  if (!link) return
  const isWindow = link.startsWith('http')
  // most browsers block such a window; the browsers of apps may not
  if (!isWindow || navigator.userActivation?.isActive !== false)
    window.open(link, isWindow ? '_blank' : '_self', 'noreferrer')
}
