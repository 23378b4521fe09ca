import type { AccountId } from '@latchkey/protocol/caip'
import { arrived } from '../core/arrived.ts'
import { askAnswer } from '../core/askAnswer.ts'
import { checkAsked, checkText, checkWatched } from '../core/checkAsked.ts'
import type { Asked, Watched } from '../core/checkAsked.ts'
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
export type WatchedHistory =
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
  asked: Asked & { cursor?: string } = {},
): Promise<HistoryPage | undefined> {
  const accountId = accountIdOn(kit, checkAsked(kit, asked))
  if (!accountId) throw kitError('transactionsWithoutAccount')
  const { cursor, signal } = asked
  if (cursor === undefined)
    return (await askAnswer(kit, newestQuery(kit, accountId), signal)) ?? undefined
  checkText('cursor', cursor, 'Pass `next` of the page before.')
  return (await arrived(import('./getHistory.ts'))).getHistory(kit, { accountId, cursor, signal })
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
  watched: Pick<Asked, 'networkId'> & Watched<WatchedHistory>,
): () => void {
  const { networkId, tell } = checkWatched(kit, watched)
  return eachAccount(kit, networkId, (accountId) => {
    if (!accountId) {
      tell({ status: 'disconnected' })
      return () => {}
    }
    return followHistory(kit, accountId, (answer, fetchNext) =>
      tell({ ...answer, accountId, fetchNext }),
    ).stop
  })
}
