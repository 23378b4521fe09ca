import { isNumbered } from '@latchkey/protocol/namespace'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { fault } from '../../bridge/Fault.ts'
import { requireNamespace } from '../../wallet/network.ts'
import { askBundler } from '../askNode.ts'
import type { SigningCall, SigningMethod } from '../signingCall.ts'

/** The most characters of the parameters of a read. */
const maxLength = 128 * 1024

/**
 * Reads of a bundler. They need no approval. On a network without a bundler there are no operations
 * and no EntryPoint. ERC-7769
 */
export const bundlerReads = {
  /** `eth_supportedEntryPoints` [] */
  supportedEntryPoints: async ({ network }: SigningCall) =>
    isNumbered(network.namespace) && network.hasBundler ? [entryPoint] : [],
  /** `eth_getUserOperationReceipt` [hash] */
  receipt: readByHash('eth_getUserOperationReceipt'),
  /** `eth_getUserOperationByHash` [hash] */
  byHash: readByHash('eth_getUserOperationByHash'),
  /**
   * `eth_estimateUserOperationGas` [operation, entryPoint]
   * @throws Fault 5710 on a network without a bundler
   */
  async estimateGas({ wallet, network, params, request }: SigningCall) {
    requireNamespace(network, 'eip155', 'callsChainUnsupported')
    if (!network.hasBundler) throw fault('callsChainUnsupported')
    const list: readonly unknown[] = Array.isArray(params) ? params : []
    if (list.length < 2 || JSON.stringify(list).length > maxLength) throw fault('invalidParams')
    return askBundler(wallet, network, {
      method: 'eth_estimateUserOperationGas',
      params: list,
      signal: request.signal,
    })
  },
} satisfies Record<string, SigningMethod>

function readByHash(method: string): SigningMethod {
  return async ({ wallet, network, params, request }) => {
    const [hash]: readonly unknown[] = Array.isArray(params) ? params : []
    if (typeof hash !== 'string' || !/^0x[\da-f]{64}$/i.test(hash)) throw fault('invalidParams')
    if (!isNumbered(network.namespace) || !network.hasBundler) return null
    return askBundler(wallet, network, { method, params: [hash], signal: request.signal })
  }
}
