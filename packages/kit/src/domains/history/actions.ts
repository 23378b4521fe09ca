import type { AccountId } from '@latchkey/protocol/caip'
import { loadCode } from '../../core/page/loadCode.ts'
import { fetchAnswer } from '../../core/http/fetchAnswer.ts'
import {
  checkQueryParameters,
  checkText,
  checkWatchParameters,
} from '../../core/options/checkQueryParameters.ts'
import type { QueryParameters, WatchParameters } from '../../core/options/checkQueryParameters.ts'
import { accountIdOn, eachAccount } from '../../core/queries/eachAccount.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { followHistory } from './followHistory.ts'
import type { HistoryAnswer } from './followHistory.ts'
import type { HistoryPage } from './getHistory.lazy.ts'
import { newestQuery } from './historyQuery.ts'

/**
 * The history of the visitor's account `accountId` (CAIP-10), or `disconnected` if no account is
 * connected. `fetchNext` loads another page; after an error it retries.
 */
export type HistoryState =
  | { status: 'disconnected' }
  | (HistoryAnswer & { accountId: AccountId; fetchNext(): void })

/**
 * Returns a page of the transactions of the visitor's account, newest first, from the site's API.
 * Without a `cursor` it is the newest page, which is cached for 15 s, in the cache that the screens
 * and hooks use. `next` is the cursor of the next older page, absent on the last page. Undefined if
 * there is no API, or the API has no history of this network.
 *
 * Transactions of this browser that are not in a block yet are in `kit.getState().pending`.
 * {@link watchHistory} reports these, too.
 * @throws KitError transactionsWithoutAccount without a wallet of that namespace; networkNotFound,
 *   optionInvalid; transactionsFailed, with its reason as `cause`; requestAborted; httpTimeout
 */
export async function getHistory(
  kit: Kit,
  parameters: QueryParameters & { cursor?: string } = {},
): Promise<HistoryPage | undefined> {
  const accountId = accountIdOn(kit, checkQueryParameters(kit, parameters))
  if (!accountId) throw kitError('transactionsWithoutAccount')
  const { cursor, signal } = parameters
  if (cursor === undefined)
    return (await fetchAnswer(kit, newestQuery(kit, accountId), signal)) ?? undefined
  checkText('cursor', cursor, 'Pass `next` of the page before.')
  return (await loadCode(import('./getHistory.lazy.ts'))).getHistory(kit, {
    accountId,
    cursor,
    signal,
  })
}

/**
 * Follows the history of the visitor's account until the returned function is called. When the
 * account, the network or the connection changes, it follows the new account.
 *
 * `entries` are the loaded entries, newest first, including transactions that this browser sent.
 * Pending transactions come first. The newest page is requested again when a transaction of the kit
 * ends.
 * @throws KitError optionInvalid, networkNotFound
 */
export function watchHistory(
  kit: Kit,
  watchParameters: Pick<QueryParameters, 'networkId'> & WatchParameters<HistoryState>,
): () => void {
  const { networkId, notify } = checkWatchParameters(kit, watchParameters)
  return eachAccount(kit, networkId, (accountId) => {
    if (!accountId) {
      notify({ status: 'disconnected' })
      return () => {}
    }
    return followHistory(kit, accountId, (answer, fetchNext) =>
      notify({ ...answer, accountId, fetchNext }),
    ).stop
  })
}
