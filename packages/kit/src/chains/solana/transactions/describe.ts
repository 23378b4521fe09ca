import type { SolanaTransaction } from '@latchkey/protocol/transaction'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { Network } from '../../../core/contracts/network.ts'
import type { TransactionDescription } from '../../../core/transactions/pendingTransactions.ts'
import {
  associatedProgram,
  budgetProgram,
  systemProgram,
  tokenPrograms,
} from '../provider/programs.ts'
import { readSteps } from '../wire/instructions.ts'
import type { Step } from '../wire/instructions.ts'
import { readWire } from '../wire/transaction.ts'

/**
 * Describes a transaction by its instructions: as a transfer of SOL, a transfer of a token, or
 * neither.
 */
export function describeTransaction(
  { serialized }: SolanaTransaction,
  network: Network | undefined,
): TransactionDescription {
  const steps = readSteps(readWire(serialized).message).filter(
    ({ program }) => program !== budgetProgram,
  )
  const [coins] = steps.flatMap((step) => lamportsIn(step) ?? [])
  const isToken = steps.some(isTokenTransfer)
  if (!coins && !isToken) return { operationType: 'execute' }
  const transfers = coins &&
    network && [
      {
        direction: 'out' as const,
        symbol: network.nativeCurrency.symbol,
        quantity: formatUnits(coins.amount, network.nativeCurrency.decimals),
        token: 'native',
      },
    ]
  // a token transfer names the recipient's address only if it also creates the token account
  const sentTo =
    coins?.to ?? steps.find(({ program }) => program === associatedProgram)?.accounts[2]
  return {
    operationType: 'send',
    ...(sentTo !== undefined && { sentTo }),
    ...(transfers && { transfers }),
  }
}

function lamportsIn({
  program,
  accounts,
  data,
}: Step): { to: string | undefined; amount: bigint } | undefined {
  if (
    program !== systemProgram ||
    data.length !== 12 ||
    data[0] !== 2 ||
    data[1] ||
    data[2] ||
    data[3]
  )
    return undefined
  return {
    to: accounts[1],
    amount: data.slice(4).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n),
  }
}

/** Whether it is `Transfer`, `TransferChecked` or `TransferCheckedWithFee` of a token program. */
const isTokenTransfer = ({ program = '', data }: Step) =>
  tokenPrograms.includes(program) &&
  (data[0] === 3 || data[0] === 12 || (data[0] === 26 && data[1] === 1))
