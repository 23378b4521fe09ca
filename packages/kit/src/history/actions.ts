import type { AccountId } from '@latchkey/protocol/caip'
import { loadCode } from '../core/loadCode.ts'
import { fetchAnswer } from '../core/fetchAnswer.ts'
import {
  checkQueryParameters,
  checkText,
  checkWatchParameters,
} from '../core/checkQueryParameters.ts'
import type { QueryParameters, WatchParameters } from '../core/checkQueryParameters.ts'
import { accountIdOn, eachAccount } from '../core/eachAccount.ts'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { followHistory } from './followHistory.ts'
import type { HistoryAnswer } from './followHistory.ts'
import type { HistoryPage } from './getHistory.ts'
import { newestQuery } from './historyQuery.ts'

/**
 * The history of the visitor's account, `accountId` (CAIP-10), or that there is none. `fetchNext`
 * loads another page; after an error it tries again.
 */
export type HistoryState =
  | { status: 'disconnected' }
  | (HistoryAnswer & { accountId: AccountId; fetchNext(): void })

/**
 * A page of transactions of the visitor's account, newest first, from the site's API: the newest,
 * cached for 15 s together with the screens and hooks, or the one of a `cursor`. `next` is the
 * cursor of the page after it, absent on the last. Undefined if there is no API, or it has no
 * history of this network. Transactions of this browser that are in no block yet are in
 * `kit.getState().pending`; {@link watchHistory} has both.
 * @throws KitError transactionsWithoutAccount without a wallet of that namespace; networkNotFound,
 *   optionInvalid; transactionsFailed, with its reason as `cause`;
 *   requestAborted; httpTimeout
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
  return (await loadCode(import('./getHistory.ts'))).getHistory(kit, { accountId, cursor, signal })
}

/**
 * Follows the history of the visitor's account until the returned function is called: through
 * changes of account and network, a disconnect and the next connection. `entries` are those that
 * are loaded, newest first, with those that this browser sent, its pending ones on top. The newest
 * are requested again when a transaction of the kit ends. @throws KitError optionInvalid,
 * networkNotFound
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
