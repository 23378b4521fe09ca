import { askBundler, NodeFault } from '../rpc/askNode.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import type { SignedOperation } from './finishOperation.ts'

/**
 * Gives a signed operation to the bundler. Sending it again does no harm: its hash and its number
 * are the same. `eth_sendUserOperation`
 * @throws NodeFault when the bundler refuses it and does not know it; another Fault when it does
 *   not answer
 */
export async function sendOperation(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { hash, params }: SignedOperation,
): Promise<void> {
  try {
    await askBundler(wallet, network, { method: 'eth_sendUserOperation', params })
  } catch (error) {
    if (!(error instanceof NodeFault) || !(await isKnown(wallet, network, hash))) throw error
  }
}

const isKnown = async (
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  hash: string,
): Promise<boolean> =>
  (await askBundler(wallet, network, {
    method: 'eth_getUserOperationByHash',
    params: [hash],
  })) !== null
