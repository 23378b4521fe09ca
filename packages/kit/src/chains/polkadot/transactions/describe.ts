import { formatUnits } from '@latchkey/protocol/formatUnits'
import { spelledFor } from '@latchkey/protocol/chains/polkadotNetworks'
import type { PolkadotTransaction } from '@latchkey/protocol/transaction'
import { toKitNetwork } from '../../../core/contracts/network.ts'
import type { Network } from '../../../core/contracts/network.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { TransactionDescription } from '../../../core/transactions/pendingTransactions.ts'
import { knownRuntime } from '../node/runtimeOf.ts'
import { bytesOf, maxTransactionBytes } from '../wire/bytes.ts'
import { readCall, readTransfer } from '../wire/calls.ts'

/**
 * Describes a call: a payment of the native token with its amount and recipient, any other call as
 * "executed". The runtime has been read when the transaction was sent; without it, nothing is known
 * of the call.
 */
export function describeTransaction(
  kit: Kit,
  { method }: PolkadotTransaction,
  network: Network | undefined,
): TransactionDescription {
  const networkId = network && toKitNetwork(network).networkId
  const runtime = networkId && knownRuntime(kit, networkId)
  const bytes = bytesOf(method, [2, maxTransactionBytes])
  const call = runtime && bytes && readCall(runtime, bytes)
  const payment = call && readTransfer(call)
  const sentTo = payment && spelledFor(networkId ?? '', payment.to)
  if (!payment || !sentTo || !network) return { operationType: 'execute' }
  const { symbol, decimals } = network.nativeCurrency
  return {
    operationType: 'send',
    sentTo,
    // how much a transfer of everything moves is known when a block has it
    ...(payment.amount !== 'all' && {
      transfers: [
        {
          direction: 'out',
          symbol,
          quantity: formatUnits(payment.amount, decimals),
          token: 'native',
        },
      ],
    }),
  }
}
