import { readDevice } from '../core/device.ts'
import type { RawStorage } from '../core/storage.ts'
import { appOfSession } from './rememberWallet.ts'
import { requestLink } from './walletLinks.ts'

/** Brings the app of a session to the front on a phone, because a request waits there. Does nothing elsewhere. */
export function openApp(storage: RawStorage, topic: string): void {
  const wallet = readDevice().isPhone ? appOfSession(storage, topic) : undefined
  const link = wallet && requestLink(wallet, topic)
  if (link) window.open(link, link.startsWith('http') ? '_blank' : '_self', 'noreferrer')
}
