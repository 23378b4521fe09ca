import { isObject } from '@latchkey/protocol/isObject'
import { fault } from '../bridge/Fault.ts'
import { findNetwork, writeNetwork } from '../wallet/network.ts'
import type { SigningCall } from './signingCall.ts'

/**
 * Switches the wallet to a chain that it serves. EIP-3326. `wallet_switchEthereumChain` [{
 * chainId }]
 */
export async function switchChain({ wallet, params }: SigningCall): Promise<null> {
  const [chain]: readonly unknown[] = Array.isArray(params) ? params : []
  const chainId = isObject(chain) ? chain['chainId'] : undefined
  if (typeof chainId !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(chainId))
    throw fault('invalidParams')
  const network = findNetwork(wallet.settings, Number(chainId))
  if (!network) throw fault('switchChain')
  await writeNetwork(wallet, network.networkId)
  wallet.notify({ type: '@w3m-frame/CHANGED', payload: { isConnected: true } })
  return null
}
