import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { partsOf } from '@latchkey/protocol/isObject'
import type { PastTransfer } from '../../../core/contracts/facets/send.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import { confirmed } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'

/**
 * The number of latest transactions that are read. The API's history may lack them, or the site may
 * have no history.
 */
const maxTransactions = 8
/**
 * A payment of fewer lamports has no worth: spammers send tiny amounts so that their address
 * appears in the visitor's lists.
 */
const dust = 100_000n

/**
 * The account's transfers in its latest transactions. Empty if the node does not have them.
 * @throws KitError requestAborted
 */
export async function recentTransfers(
  chain: Chain,
  account: string,
  tokens: ReadonlySet<string>,
): Promise<readonly PastTransfer[]> {
  const list = await orUndefined(
    chain.request('getSignaturesForAddress', [account, { ...confirmed, limit: maxTransactions }]),
  )
  const signatures = (Array.isArray(list) ? list.slice(0, maxTransactions) : [])
    .map((entry: unknown) => partsOf(entry)['signature'])
    .filter((entry) => typeof entry === 'string')
  const read = (signature: string) =>
    orUndefined(
      chain.request('getTransaction', [
        signature,
        { ...confirmed, encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 },
      ]),
    )
  return (await Promise.all(signatures.map(read))).flatMap((transaction) =>
    transfersIn(transaction, account, tokens),
  )
}

/** The account's transfers in a transaction, from the balances before and after the transaction. */
export function transfersIn(
  transaction: unknown,
  account: string,
  tokens: ReadonlySet<string>,
): readonly PastTransfer[] {
  const { meta, transaction: message } = partsOf(transaction)
  const { err, preBalances, postBalances, preTokenBalances, postTokenBalances } = partsOf(meta)
  if (err !== null) return []
  const keys = listOf(partsOf(partsOf(message)['message'])['accountKeys']).map((entry) =>
    typeof entry === 'string' ? entry : partsOf(entry)['pubkey'],
  )
  const isOut = keys[0] === account
  const amount = (list: unknown, index: number) => numberOf(listOf(list)[index])
  const coins = keys.flatMap((key, index): PastTransfer[] => {
    const balanceChange = amount(postBalances, index) - amount(preBalances, index)
    return isCounterparty(key, account) && (isOut ? balanceChange > 0n : balanceChange < 0n)
      ? [
          {
            with: key,
            isOut,
            hasWorth: (balanceChange < 0n ? -balanceChange : balanceChange) >= dust,
          },
        ]
      : []
  })
  const tokenBalances = (list: unknown) =>
    listOf(list).map((entry) => {
      const { owner, mint, uiTokenAmount, accountIndex } = partsOf(entry)
      return { owner, mint, accountIndex, amount: numberOf(partsOf(uiTokenAmount)['amount']) }
    })
  const before = tokenBalances(preTokenBalances)
  const balanceChange = tokenBalances(postTokenBalances).flatMap((after): PastTransfer[] => {
    const change =
      after.amount -
      (before.find((entry) => entry.accountIndex === after.accountIndex)?.amount ?? 0n)
    const isGenuine = typeof after.mint === 'string' && tokens.has(after.mint)
    return isCounterparty(after.owner, account) && (isOut ? change > 0n : change < 0n)
      ? [{ with: after.owner, isOut, hasWorth: isGenuine }]
      : []
  })
  return [...coins, ...balanceChange]
}

const isCounterparty = (key: unknown, account: string): key is string =>
  isSolanaAddress(key) && key !== account
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, 256) : []

function numberOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n
}
