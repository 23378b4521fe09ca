import { signingMethods as known } from '@latchkey/protocol/rpc'
import { fault } from '../bridge/Fault.ts'
import { personalSign } from './personalSign.ts'
import { sendTransaction } from './sendTransaction.ts'
import { switchChain } from './switchChain.ts'
import type { SigningMethod } from './signingCall.ts'

/**
 * A method that few sites use: its code is loaded with the first call.
 * @throws Fault `unavailable` when it does not load
 */
const later =
  (load: () => Promise<SigningMethod>): SigningMethod =>
  async (call) => {
    const run = await load().catch((cause: unknown) => {
      throw fault('unavailable', { cause })
    })
    return run(call)
  }

const methods = new Map<string, SigningMethod>([
  ['personal_sign', personalSign],
  ['eth_signTypedData_v4', later(async () => (await import('./signTypedData.ts')).signTypedData)],
  ['eth_sendTransaction', sendTransaction],
  ['wallet_switchEthereumChain', switchChain],
  ['wallet_addEthereumChain', later(async () => (await import('./addChain.ts')).addChain)],
  [
    'eth_signTypedData_v3',
    later(async () => (await import('./legacyTypedData.ts')).signTypedDataV3),
  ],
  ['eth_signTypedData', later(async () => (await import('./legacyTypedData.ts')).signTypedDataV1)],
  ['personal_ecRecover', later(async () => (await import('./recoverSigner.ts')).recoverSigner)],
  // The code for the status is loaded together with this method, because a site requests the status
  // even while the wallet's server is unreachable.
  [
    'wallet_sendCalls',
    later(
      async () =>
        (await Promise.all([import('./calls/sendCalls.ts'), import('./calls/callsStatus.ts')]))[0]
          .sendCalls,
    ),
  ],
  [
    'wallet_getCallsStatus',
    later(async () => (await import('./calls/callsStatus.ts')).callsStatus),
  ],
  [
    'wallet_getCapabilities',
    later(async () => (await import('./calls/capabilities.ts')).capabilities),
  ],
  [
    'eth_sendUserOperation',
    later(async () => (await import('./calls/userOperation.ts')).sendUserOperation),
  ],
  [
    'eth_supportedEntryPoints',
    later(async () => (await import('./calls/bundlerReads.ts')).bundlerReads.supportedEntryPoints),
  ],
  [
    'eth_estimateUserOperationGas',
    later(async () => (await import('./calls/bundlerReads.ts')).bundlerReads.estimateGas),
  ],
  [
    'eth_getUserOperationReceipt',
    later(async () => (await import('./calls/bundlerReads.ts')).bundlerReads.receipt),
  ],
  [
    'eth_getUserOperationByHash',
    later(async () => (await import('./calls/bundlerReads.ts')).bundlerReads.byHash),
  ],
  [
    'wallet_requestExecutionPermissions',
    later(
      async () =>
        (await import('../sessions/requestExecutionPermissions.ts')).requestExecutionPermissions,
    ),
  ],
  [
    'wallet_getSupportedExecutionPermissions',
    later(
      async () =>
        (await import('../sessions/supportedExecutionPermissions.ts'))
          .supportedExecutionPermissions,
    ),
  ],
  [
    'wallet_grantPermissions',
    later(async () => (await import('../sessions/grantPermissions.ts')).grantPermissions),
  ],
  [
    'wallet_getGrantedExecutionPermissions',
    later(
      async () =>
        (await import('../sessions/grantedExecutionPermissions.ts')).grantedExecutionPermissions,
    ),
  ],
  [
    'wallet_revokeExecutionPermission',
    later(
      async () =>
        (await import('../sessions/revokeExecutionPermission.ts')).revokeExecutionPermission,
    ),
  ],
  ['wallet_getPermissions', later(async () => (await import('./permissions.ts')).getPermissions)],
  [
    'wallet_requestPermissions',
    later(async () => (await import('./permissions.ts')).requestPermissions),
  ],
  [
    'wallet_revokePermissions',
    later(async () => (await import('./permissions.ts')).revokePermissions),
  ],
  ['solana_signMessage', later(async () => (await import('./solana/signMessage.ts')).signMessage)],
  [
    'solana_signTransaction',
    later(async () => (await import('./solana/signTransactions.ts')).signTransaction),
  ],
  [
    'solana_signAllTransactions',
    later(async () => (await import('./solana/signTransactions.ts')).signAllTransactions),
  ],
  [
    'solana_signAndSendTransaction',
    later(async () => (await import('./solana/signTransactions.ts')).signAndSendTransaction),
  ],
  // the methods of Bitcoin's wallets
  ['signPsbt', later(async () => (await import('./bitcoin/signPsbt.ts')).signPsbt)],
  ['signMessage', later(async () => (await import('./bitcoin/signMessage.ts')).signMessage)],
  ['sendTransfer', later(async () => (await import('./bitcoin/sendTransfer.ts')).sendTransfer)],
  [
    'polkadot_signMessage',
    later(async () => (await import('./polkadot/signMessage.ts')).signMessage),
  ],
  [
    'polkadot_signTransaction',
    later(async () => (await import('./polkadot/signTransaction.ts')).signTransaction),
  ],
])

/**
 * Whether other wallets have a method. Sites call such methods to detect a wallet's
 * capabilities.
 */
const isKnown = (method: string) => known.has(method) || method.startsWith('wallet_')

/**
 * The handler of a method. A method that other wallets have and this wallet lacks is refused with
 * 4200.
 * @returns undefined for a method that may not be called at all
 */
export function signingMethodOf(method: string): SigningMethod | undefined {
  return methods.get(method) ?? (isKnown(method) ? unsupported : undefined)
}

async function unsupported(): Promise<never> {
  throw fault('unsupportedMethod')
}
