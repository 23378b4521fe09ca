import * as v from 'valibot'
import { parseUnits } from 'viem'
import { accountBalance, unavailableHeader } from '@latchkey/protocol/api'
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { accountHistory, type HistoryEntry } from '@latchkey/protocol/history'
import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import type { Api } from '../createApi.ts'

/** A whole history, and the balance, of one account, as the API answers them. */
type BitcoinAnswers = {
  certain: bigint
  pending: bigint
  entries: readonly HistoryEntry[]
}

/** Reads the balance past the cache. @throws Error for another status than 200 */
export async function readBitcoinBalance(api: Api, account: string) {
  const query = `currency=usd&forceUpdate=${nativeTokenId(bitcoinRegtestId)}`
  const response = await api.app.request(`/v1/account/${account}/balance?${query}`)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const [row] = v.parse(accountBalance.answer, await response.json()).balances
  return {
    certain: parseUnits(row?.quantity.numeric ?? '', 8),
    pending: parseUnits(row?.pending ?? '0', 8),
    unavailable: response.headers.get(unavailableHeader),
  }
}

/** Reads a page of a history. @throws Error for another status than 200 */
export async function readBitcoinPage(api: Api, account: string, cursor?: string) {
  const query = cursor === undefined ? '' : `?cursor=${cursor}`
  const response = await api.app.request(`/v1/account/${account}/history${query}`)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return v.parse(accountHistory.answer, await response.json())
}

/** Reads all pages of a history. */
export async function readBitcoinHistory(api: Api, account: string): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  let cursor: string | undefined
  do {
    const { data, next } = await readBitcoinPage(api, account, cursor)
    entries.push(...data)
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return entries
}

/** What an entry says that the account has gained, in satoshi. Negative if it has lost. */
export function gainOf({ transfers, metadata }: HistoryEntry): bigint {
  const moved = (transfers ?? []).reduce((sum, { direction, quantity }) => {
    const amount = parseUnits(quantity.numeric, 8)
    return direction === 'in' ? sum + amount : direction === 'out' ? sum - amount : sum
  }, 0n)
  return moved - parseUnits(metadata.fee ?? '0', 8)
}
