import { isSolanaAddress } from '@latchkey/protocol/solanaAddress'
import { partsOf } from '@latchkey/protocol/isObject'
import type { Encounter } from '../../../core/facets/send.ts'
import { orNothing } from '../../../core/orNothing.ts'
import { confirmed } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'

/**
 * Transactions that are read: for transfers that the history does not have yet, or if there is no
 * history.
 */
const most = 8
/**
 * Lamports that a payment of worth moves at the least: those that only want to be seen in a list
 * move less.
 */
const dust = 100_000n

/**
 * The account's transfers with others in its latest transactions. A node that does not keep them
 * tells none. @throws requestAborted
 */
export async function recentEncounters(
  chain: Chain,
  account: string,
  tokens: ReadonlySet<string>,
): Promise<readonly Encounter[]> {
  const list = await orNothing(
    chain.ask('getSignaturesForAddress', [account, { ...confirmed, limit: most }]),
  )
  const signatures = (Array.isArray(list) ? list.slice(0, most) : [])
    .map((one: unknown) => partsOf(one)['signature'])
    .filter((one) => typeof one === 'string')
  const read = (signature: string) =>
    orNothing(
      chain.ask('getTransaction', [
        signature,
        { ...confirmed, encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 },
      ]),
    )
  return (await Promise.all(signatures.map(read))).flatMap((transaction) =>
    encountersIn(transaction, account, tokens),
  )
}

/** The other sides of a transaction, by what each account had before and after it. */
export function encountersIn(
  transaction: unknown,
  account: string,
  tokens: ReadonlySet<string>,
): readonly Encounter[] {
  const { meta, transaction: sent } = partsOf(transaction)
  const { err, preBalances, postBalances, preTokenBalances, postTokenBalances } = partsOf(meta)
  if (err !== null) return []
  const keys = listOf(partsOf(partsOf(sent)['message'])['accountKeys']).map((one) =>
    typeof one === 'string' ? one : partsOf(one)['pubkey'],
  )
  const isOut = keys[0] === account
  const amount = (list: unknown, index: number) => numberOf(listOf(list)[index])
  const coins = keys.flatMap((key, index): Encounter[] => {
    const moved = amount(postBalances, index) - amount(preBalances, index)
    return isOther(key, account) && (isOut ? moved > 0n : moved < 0n)
      ? [{ with: key, isOut, hasWorth: (moved < 0n ? -moved : moved) >= dust }]
      : []
  })
  const held = (list: unknown) =>
    listOf(list).map((one) => {
      const { owner, mint, uiTokenAmount, accountIndex } = partsOf(one)
      return { owner, mint, accountIndex, amount: numberOf(partsOf(uiTokenAmount)['amount']) }
    })
  const before = held(preTokenBalances)
  const moved = held(postTokenBalances).flatMap((after): Encounter[] => {
    const change =
      after.amount - (before.find((one) => one.accountIndex === after.accountIndex)?.amount ?? 0n)
    const isGenuine = typeof after.mint === 'string' && tokens.has(after.mint)
    return isOther(after.owner, account) && (isOut ? change > 0n : change < 0n)
      ? [{ with: after.owner, isOut, hasWorth: isGenuine }]
      : []
  })
  return [...coins, ...moved]
}

const isOther = (key: unknown, account: string): key is string =>
  isSolanaAddress(key) && key !== account
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, 256) : []

function numberOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n
}
