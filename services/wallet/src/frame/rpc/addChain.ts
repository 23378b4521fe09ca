import { isObject } from '@latchkey/protocol/isObject'
import { fault } from '../bridge/Fault.ts'
import { findNetwork } from '../wallet/network.ts'
import type { SigningCall } from './signingCall.ts'

/**
 * Adds nothing: only the operator configures chains. EIP-3085. `wallet_addEthereumChain` [{
 * chainId, … }]
 * @throws Fault 4200 for a chain that the wallet does not have
 */
export async function addChain({ wallet, params }: SigningCall): Promise<null> {
  const [chain]: readonly unknown[] = Array.isArray(params) ? params : []
  const chainId = isObject(chain) ? chain['chainId'] : undefined
  if (typeof chainId !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(chainId))
    throw fault('invalidParams')
  if (!findNetwork(wallet.settings, Number(chainId))) throw fault('unsupportedMethod')
  return null
}
