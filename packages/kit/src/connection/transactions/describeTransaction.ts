import { formatUnits } from '../../core/formatUnits.ts'
import type { Kit } from '../../core/kit.ts'
import type { PendingTransaction, TransactionDescription } from '../../core/pendingTransactions.ts'

/** What a transaction does, as far as it shows from outside: coins that leave, a contract that is called. */
export type SentTransaction = { to: string; value?: bigint; data?: string }

/** Says what a transaction is about where its sender did not. Of a token's `transfer(address,uint256)` it names who is to get it. */
export function describeTransaction(kit: Kit, networkId: PendingTransaction['networkId'], { to, value = 0n, data = '0x' }: SentTransaction): TransactionDescription {
  const currency = kit.context.networks.find((one) => one.networkId === networkId)?.network.nativeCurrency
  const transfers = currency && value > 0n ? [{ direction: 'out' as const, symbol: currency.symbol, quantity: formatUnits(value, currency.decimals) }] : undefined
  const recipient = /^0xa9059cbb0{24}([0-9a-f]{40})[0-9a-f]{64}$/i.exec(data)?.[1]
  if (recipient) return { operationType: 'send', sentTo: `0x${recipient}`, transfers }
  return { operationType: data === '0x' ? 'send' : 'execute', sentTo: to, transfers }
}
