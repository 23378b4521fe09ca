import { readDevice } from '../../core/page/device.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { appOfSession } from './rememberWallet.ts'
import { requestLink } from './walletLinks.ts'

/**
 * Brings the app of a session to the front on a phone, because a request waits there. Does nothing
 * on other devices. Opens an https link only during a press.
 */
export function openApp(storage: RawStorage, topic: string): void {
  const wallet = readDevice().isPhone ? appOfSession(storage, topic) : undefined
  const link = wallet && requestLink(wallet, topic)
  if (!link) return
  const isWindow = link.startsWith('http')
  // most browsers block a window without a press, but the built-in browsers of some apps do not
  if (!isWindow || navigator.userActivation?.isActive !== false)
    window.open(link, isWindow ? '_blank' : '_self', 'noreferrer')
}
