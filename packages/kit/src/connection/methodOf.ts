import type { Connector } from '../core/adapter.ts'
import { readDevice } from '../core/device.ts'
import type { ConnectMethod } from '../core/events.ts'
import type { Kit } from '../core/kit.ts'
import { rememberedWallet } from './rememberWallet.ts'

/** How a wallet was reached: an app that was opened here, a code, a login, or this browser. */
export function methodOf({ context }: Kit, type: Connector['type']): ConnectMethod {
  if (type !== 'walletConnect') return type === 'auth' ? 'login' : 'browser'
  return readDevice().isPhone && rememberedWallet(context.storage.raw) ? 'mobile' : 'qrcode'
}
