import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { BitcoinTransaction } from '@latchkey/protocol/transaction'
import type { Network } from '../../../core/contracts/network.ts'
import type { TransactionDescription } from '../../../core/transactions/pendingTransactions.ts'
import { toKitNetwork } from '../../../core/contracts/network.ts'
import { inputsOf, outputsOf, requestedPsbt, spentOutputOf } from '../wire/psbt.ts'
import { addressOf, isSameBytes } from '../wire/scripts.ts'

type Output = { script: Uint8Array; amount: bigint }

/**
 * The outputs of a PSBT that pay someone. An output to a script of an input is change. If there is
 * nothing but change, all outputs count.
 */
export function paymentsOf(transaction: BitcoinTransaction): readonly Output[] {
  const requested = requestedPsbt(transaction.psbt)
  const own = inputsOf(requested).flatMap((input) => spentOutputOf(input)?.script ?? [])
  const outputs = outputsOf(requested)
  const payments = outputs.filter(({ script }) => !own.some((entry) => isSameBytes(entry, script)))
  return payments.length > 0 ? payments : outputs
}

/** Describes a PSBT as a payment: the amount, and the recipient if there is only one. */
export function describeTransaction(
  transaction: BitcoinTransaction,
  network: Network | undefined,
): TransactionDescription {
  return describePayments(paymentsOf(transaction), network)
}

/** Describes the payments of a transaction. */
export function describePayments(
  payments: readonly Output[],
  network: Network | undefined,
): TransactionDescription {
  const [first] = payments
  if (!first) return { operationType: 'execute' }
  const sentTo =
    payments.length === 1 && network
      ? addressOf(first.script, toKitNetwork(network).networkId)
      : undefined
  const total = payments.reduce((sum, { amount }) => sum + amount, 0n)
  return {
    operationType: 'send',
    ...(sentTo !== undefined && { sentTo }),
    ...(network && {
      transfers: [
        {
          direction: 'out',
          symbol: network.nativeCurrency.symbol,
          quantity: formatUnits(total, network.nativeCurrency.decimals),
          token: 'native',
        },
      ],
    }),
  }
}
