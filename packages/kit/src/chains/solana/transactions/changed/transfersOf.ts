import { partsOf } from '@latchkey/protocol/isObject'
import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { TransactionDescription } from '../../../../core/transactions/pendingTransactions.ts'

/** A token in the site's options. */
export type ListedToken = { address: string; symbol: string; decimals: number }
type TokenTransfer = NonNullable<TransactionDescription['transfers']>[number]
type TransferParameters = {
  /** The accounts of the transaction, in order. */ keys: readonly string[]
  meta: unknown
  address: string
  coin: { symbol: string; decimals: number }
  tokens: readonly ListedToken[]
}

/** The maximum number of balances that are read from a list. `decimals` have to be lower, too. */
const maxBalances = 256

/**
 * The changes of an account's balances by a transaction, without the fee.
 * @param meta the node's data about the transaction, unchecked
 */
export function transfersOf({
  keys,
  meta,
  address,
  coin,
  tokens,
}: TransferParameters): readonly TokenTransfer[] {
  const { fee, preBalances, postBalances, preTokenBalances, postTokenBalances } = partsOf(meta)
  const index = keys.indexOf(address)
  const ownBalance = (list: unknown) => (index === -1 ? 0n : numberOf(listOf(list)[index]))
  const coins = transferOf(
    ownBalance(postBalances) - ownBalance(preBalances) + (index === 0 ? numberOf(fee) : 0n),
    {
      ...coin,
      token: 'native',
    },
  )
  const [before, after] = [
    tokenBalances(preTokenBalances, address),
    tokenBalances(postTokenBalances, address),
  ]
  const mints = [...new Set([...before.keys(), ...after.keys()])]
  const amountIn = (balances: typeof before, mint: string) => balances.get(mint)?.amount ?? 0n
  return [
    ...coins,
    ...mints.flatMap((mint) => {
      const listed = tokens.find((entry) => entry.address === mint)
      const decimals = (after.get(mint) ?? before.get(mint))?.decimals ?? 0
      return transferOf(amountIn(after, mint) - amountIn(before, mint), {
        symbol: listed?.symbol ?? `${mint.slice(0, 4)}…${mint.slice(-4)}`,
        decimals: listed?.decimals ?? decimals,
        token: mint,
      })
    }),
  ]
}

function transferOf(
  change: bigint,
  { symbol, decimals, token }: { symbol: string; decimals: number; token: string },
): readonly TokenTransfer[] {
  if (change === 0n) return []
  return [
    {
      direction: change < 0n ? 'out' : 'in',
      symbol,
      quantity: formatUnits(change < 0n ? -change : change, decimals),
      token,
    },
  ]
}

/** An owner's balance of each token: the sum over the owner's token accounts. */
function tokenBalances(
  list: unknown,
  owner: string,
): ReadonlyMap<string, { amount: bigint; decimals: number }> {
  const sums = new Map<string, { amount: bigint; decimals: number }>()
  for (const entry of listOf(list)) {
    const { owner: balanceOwner, mint, uiTokenAmount } = partsOf(entry)
    const { amount, decimals } = partsOf(uiTokenAmount)
    if (
      balanceOwner !== owner ||
      !isSolanaAddress(mint) ||
      typeof decimals !== 'number' ||
      !Number.isInteger(decimals) ||
      decimals < 0 ||
      decimals >= maxBalances
    )
      continue
    sums.set(mint, { amount: (sums.get(mint)?.amount ?? 0n) + numberOf(amount), decimals })
  }
  return sums
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, maxBalances) : []

/** Reads a number, or a text of digits. 0 for anything else. */
function numberOf(value: unknown): bigint {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value > 0 ? BigInt(value) : 0n
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n
}
