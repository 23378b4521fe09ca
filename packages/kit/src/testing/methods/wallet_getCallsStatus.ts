import { isObject } from '@latchkey/protocol/isObject'
import * as v from 'valibot'
import { parseBatchId } from '../batchId.ts'
import { ProviderError } from '../providerError.ts'
import { rpcRequest } from '../rpcRequest.ts'
import { hexId } from '../walletChain.ts'
import { walletMethod } from '../walletMethod.ts'

/**
 * The status of a batch, computed from the receipts of its transactions. EIP-5792
 * @throws ProviderError 5730 for an id that is not of this wallet, and the node's errors
 */
export const wallet_getCallsStatus = walletMethod(
  v.tuple([v.pipe(v.string(), v.maxLength(4_096))]),
  async (wallet, [id]) => {
    const batch = parseBatchId(id)
    const chain =
      batch && wallet.store.getState().chains.find((entry) => entry.id === batch.chainId)
    if (!batch || !chain) throw new ProviderError(5730, 'The wallet has not sent such a batch.')
    const answers = await Promise.all(
      batch.hashes.map((hash) =>
        rpcRequest(chain.rpcUrl, { method: 'eth_getTransactionReceipt', params: [hash] }),
      ),
    )
    const receipts = answers.filter(isObject)
    return {
      version: '2.0.0',
      id,
      chainId: hexId(chain),
      status: statusOf(receipts, batch.hashes.length, batch.isStopped),
      atomic: false,
      receipts: receipts.map(toReceipt),
    }
  },
)

/**
 * The code of a status: 100 pending, 200 successful, 500 all sent transactions failed, 600 some
 * failed.
 */
function statusOf(
  receipts: readonly Readonly<Record<string, unknown>>[],
  sent: number,
  isStopped: boolean,
): number {
  if (receipts.length < sent) return 100
  const succeeded = receipts.filter(({ status }) => status === '0x1').length
  if (succeeded === sent && !isStopped) return 200
  return succeeded === 0 ? 500 : 600
}

const toReceipt = ({
  logs,
  status,
  blockHash,
  blockNumber,
  gasUsed,
  transactionHash,
}: Readonly<Record<string, unknown>>) => ({
  logs,
  status,
  blockHash,
  blockNumber,
  gasUsed,
  transactionHash,
})
