import type { EvmTransaction } from '@latchkey/protocol/transaction'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { Network } from '../../../core/contracts/network.ts'
import type { TransactionDescription } from '../../../core/transactions/pendingTransactions.ts'

/**
 * Describes a transaction by its fields: as a transfer of ether, or as a contract call. For a
 * token's `transfer(address,uint256)`, the description names the recipient.
 */
export function describeTransaction(
  { to, value = 0n, data = '0x' }: EvmTransaction,
  network: Network | undefined,
): TransactionDescription {
  const currency = network?.nativeCurrency
  const transfers =
    currency && value > 0n
      ? [
          {
            direction: 'out' as const,
            symbol: currency.symbol,
            quantity: formatUnits(value, currency.decimals),
            token: 'native',
          },
        ]
      : undefined
  const recipient = /^0xa9059cbb0{24}([0-9a-f]{40})[0-9a-f]{64}$/i.exec(data)?.[1]
  if (recipient) return { operationType: 'send', sentTo: `0x${recipient}`, transfers }
  return { operationType: data === '0x' ? 'send' : 'execute', sentTo: to, transfers }
}
