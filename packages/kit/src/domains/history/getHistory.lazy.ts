import { isServedAddress } from '@latchkey/protocol/address'
import type { AccountId } from '@latchkey/protocol/caip'
import { accountHistory } from '@latchkey/protocol/history'
import { addressesOf } from '../../core/accounts/addressesOf.ts'
import { callApi } from '../../core/http/callApi.ts'
import { isRefused } from '../../core/errors/isRefused.ts'
import { kitError } from '../../core/errors/errors.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { readAccountId } from '../../core/options/readAccountId.ts'
import type { HistoryEntry } from './historyEntry.ts'
import { isHidden } from './isHidden.ts'
import { readEntry } from './readEntry.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * A page of an account's transactions, newest first. `next` is the cursor of the next older page,
 * absent on the last page.
 */
export type HistoryPage = { entries: readonly HistoryEntry[]; next?: string }

/** The maximum number of pages that one call requests if all their entries are hidden. */
const maxHiddenPages = 5

/**
 * Returns a page of an account's transactions on its network, from the site's API. Undefined if
 * there is no API, or the API has no history of this network. Hidden entries are left out; if all
 * entries of a page are hidden, the next page is read.
 * @param cursor the `next` of the previous page
 * @throws KitError transactionsWithoutAccount; caipInvalid; transactionsFailed, with its reason as
 *   `cause`; requestAborted
 */
export async function getHistory(
  kit: Kit,
  {
    accountId,
    cursor,
    signal,
  }: { accountId: AccountId | undefined; cursor?: string; signal?: AbortSignal },
): Promise<HistoryPage | undefined> {
  if (!accountId) throw kitError('transactionsWithoutAccount')
  let page = await requestPage(kit, accountId, cursor, signal)
  for (
    let requestCount = 1;
    requestCount < maxHiddenPages && page?.entries.length === 0 && page.next;
    requestCount++
  )
    page = await requestPage(kit, accountId, page.next, signal)
  return page
}

async function requestPage(
  kit: Kit,
  accountId: AccountId,
  cursor: string | undefined,
  signal: AbortSignal | undefined,
): Promise<HistoryPage | undefined> {
  const { api } = contextOf(kit)
  const { address, networkId, namespace } = readAccountId(accountId)
  if (!api || !isServedAddress(address, namespace)) return undefined
  try {
    const query = {
      address: addressesOf(kit, namespace, address).join(','),
      chainId: networkId,
      cursor,
    }
    const { data, next } = await callApi(api, accountHistory, { query, signal })
    const entries = data
      .filter((entry) => !isHidden(entry, networkId))
      .map((entry) => readEntry(entry, networkId, api.apiUrl))
    return { entries, ...(next && next !== cursor && { next }) }
  } catch (cause) {
    if (KitError.is(cause, 'requestAborted')) throw cause
    if (cursor === undefined && isRefused(cause, 'chainId')) return undefined
    throw kitError('transactionsFailed', { cause })
  }
}
