import { signingMethods as known } from '@latchkey/protocol/rpc'
import { fault } from '../bridge/Fault.ts'
import type { Request } from '../bridge/servePort.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { callsStatus, capabilities } from './calls/callsStatus.ts'
import { sendCalls } from './calls/sendCalls.ts'
import { getPermissions, requestPermissions, revokePermissions } from './permissions.ts'
import { personalSign } from './personalSign.ts'
import { sendTransaction } from './sendTransaction.ts'
import { signTypedData } from './signTypedData.ts'
import { signMessage } from './solana/signMessage.ts'
import { signAllTransactions, signAndSendTransaction, signTransaction } from './solana/signTransactions.ts'
import { signTypedDataV1, signTypedDataV3 } from './legacyTypedData.ts'
import { recoverSigner } from './recoverSigner.ts'
import { addChain } from './addChain.ts'
import { switchChain } from './switchChain.ts'

/** A call that the wallet itself answers. */
export type SigningCall = { wallet: Wallet; network: Network; params: unknown; request: Request }
type SigningMethod = (call: SigningCall) => Promise<unknown>

const methods = new Map<string, SigningMethod>([
  ['personal_sign', personalSign],
  ['eth_signTypedData_v4', signTypedData],
  ['eth_sendTransaction', sendTransaction],
  ['eth_signTypedData_v3', signTypedDataV3],
  ['eth_signTypedData', signTypedDataV1],
  ['personal_ecRecover', recoverSigner],
  ['solana_signMessage', signMessage],
  ['solana_signTransaction', signTransaction],
  ['solana_signAllTransactions', signAllTransactions],
  ['solana_signAndSendTransaction', signAndSendTransaction],
  ['wallet_switchEthereumChain', switchChain],
  ['wallet_addEthereumChain', addChain],
  ['wallet_sendCalls', sendCalls],
  ['wallet_getCallsStatus', callsStatus],
  ['wallet_getCapabilities', capabilities],
  ['wallet_getPermissions', getPermissions],
  ['wallet_requestPermissions', requestPermissions],
  ['wallet_revokePermissions', revokePermissions],
])

/** What answers a method. One that wallets have and this one does not is refused with 4200. @returns undefined for a method that may not be called at all */
export function signingMethodOf(method: string): SigningMethod | undefined {
  return methods.get(method) ?? (known.has(method) ? unsupported : undefined)
}

async function unsupported(): Promise<never> {
  throw fault('unsupportedMethod')
}
