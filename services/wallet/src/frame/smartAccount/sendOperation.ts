import { fault } from '../bridge/Fault.ts'
import { askBundler, NodeFault } from '../rpc/askNode.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import type { SignedOperation } from './finishOperation.ts'

/** Codes of a bundler that is busy or broken, and may take the operation later. EIP-1474 */
const transientCodes: readonly (string | number)[] = [-32_603, -32_005]

/** How bundlers refuse an operation that they have, and do not answer before it is in a block. */
const knownText = /already (known|exists|in (the )?(mem)?pool)/i

/**
 * Gives a signed operation to the bundler, unless the bundler knows it. Sending it again does no
 * harm: its hash and its number are the same. `eth_sendUserOperation`
 * @throws Fault `transactionRejected` when the bundler refuses it; another Fault when it does not
 *   answer, or can't take it now
 */
export async function sendOperation(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { hash, params }: SignedOperation,
): Promise<void> {
  const known = await askBundler(wallet, network, {
    method: 'eth_getUserOperationByHash',
    params: [hash],
  })
  if (known !== null) return
  try {
    await askBundler(wallet, network, { method: 'eth_sendUserOperation', params })
  } catch (cause) {
    if (!(cause instanceof NodeFault)) throw cause
    if (knownText.test(cause.message)) return
    const isLater = transientCodes.includes(cause.code)
    throw fault(isLater ? 'unavailable' : 'transactionRejected', { cause })
  }
}
