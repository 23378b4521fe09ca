import { signingMethods as known } from '@latchkey/protocol/rpc'
import { fault } from '../bridge/Fault.ts'
import type { Request } from '../bridge/servePort.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { personalSign } from './personalSign.ts'
import { sendTransaction } from './sendTransaction.ts'
import { signTypedData } from './signTypedData.ts'
import { solanaSignMessage } from './solanaSignMessage.ts'
import { switchChain } from './switchChain.ts'

/** A call that the wallet itself answers. */
export type SigningCall = { wallet: Wallet; network: Network; params: unknown; request: Request }
type SigningMethod = (call: SigningCall) => Promise<unknown>

const methods = new Map<string, SigningMethod>([
  ['personal_sign', personalSign],
  ['eth_signTypedData_v4', signTypedData],
  ['eth_sendTransaction', sendTransaction],
  ['solana_signMessage', solanaSignMessage],
  ['wallet_switchEthereumChain', switchChain],
  // no calls in one, no permissions
  ['wallet_getCapabilities', async () => ({})],
])

/** What answers a method. One that wallets have and this one does not is refused with 4200. @returns undefined for a method that may not be called at all */
export function signingMethodOf(method: string): SigningMethod | undefined {
  return methods.get(method) ?? (known.has(method) ? unsupported : undefined)
}

async function unsupported(): Promise<never> {
  throw fault('unsupportedMethod')
}
