import type { Namespace } from '@latchkey/protocol/namespace'
import type { ErrorCode } from '../errors/errors.ts'

/**
 * The method by which a wallet was reached: its app on this phone, a code that another device read,
 * an extension of this browser, or a login.
 */
export type ConnectMethod = 'mobile' | 'qrcode' | 'browser' | 'login'

/**
 * The events that a site can receive. They contain the wallets' own names, which are untrusted. No
 * event contains an address, a signature, or any other data that identifies the visitor.
 */
export type KitEvent =
  | { name: 'modalOpened'; view: string; isConnected: boolean }
  | { name: 'modalClosed'; isConnected: boolean }
  | { name: 'walletSelected'; wallet: string; walletId: string }
  | {
      name: 'connectSuccess'
      method: ConnectMethod
      wallet: string
      walletId: string
      namespace: Namespace
      networkId: string
    }
  | { name: 'connectFailed'; wallet: string; walletId: string; reason: ErrorCode }
  | { name: 'disconnectSuccess'; namespace: Namespace }
  | { name: 'disconnectFailed'; namespace: Namespace }
  | { name: 'signedIn'; networkId: string }
  | { name: 'signInFailed'; networkId: string; reason: ErrorCode }
  | { name: 'networkSwitched'; networkId: string }
  | { name: 'networkSwitchFailed'; networkId: string; reason: ErrorCode }
