import type { Request } from '../bridge/servePort.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/** A call that the wallet itself answers. `params`: as the site sent them, not yet read. */
export type SigningCall = {
  wallet: Wallet
  network: Network
  params: unknown
  request: Request
}

/** Answers a `SigningCall`, after the visitor has approved it where that is needed. */
export type SigningMethod = (call: SigningCall) => Promise<unknown>
