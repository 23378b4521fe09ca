import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import { currencies } from '@latchkey/protocol/currencies'
import type { Currency } from '@latchkey/protocol/currencies'
import { fetchAnswer } from '../../core/http/fetchAnswer.ts'
import type { Balance } from '../../core/contracts/balance.ts'
import {
  checkQueryParameters,
  checkWatchParameters,
} from '../../core/options/checkQueryParameters.ts'
import type { QueryParameters, WatchParameters } from '../../core/options/checkQueryParameters.ts'
import { accountIdOn, eachAccount } from '../../core/queries/eachAccount.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { wantFreshBalances } from '../../core/queries/refreshAccount.ts'
import { watchAnswer } from '../../core/queries/watchAnswer.ts'
import type { Answer } from '../../core/queries/watchAnswer.ts'
import { balancesQuery } from './balancesQuery.ts'
import { nativeAnswerOf, nativeBalanceOf } from './nativeBalanceOf.ts'

/**
 * The answer about the visitor's account `accountId` (CAIP-10), or `disconnected` if no account is
 * connected. `refetch` requests the data again.
 */
export type AccountAnswer<data> =
  | { status: 'disconnected' }
  | (Answer<data> & { accountId: AccountId; refetch(): void })

/** The parameters of the balances. `currency` is for prices and values. @default 'usd' */
type BalancesParameters = QueryParameters & { currency?: Currency }

/**
 * Returns the balances of the visitor's account, as the Account screen shows them. Quantities are
 * exact decimal strings of whole tokens; prices and values are in the currency. The balances are
 * cached for 30 s, in the cache that the screens and hooks use.
 *
 * The source is the wallet if it lists assets (EIP-7811), else the site's API, else the network's
 * node.
 * @throws KitError addressMissing without a wallet of that namespace; networkNotFound,
 *   optionInvalid; tokenBalanceUnavailable; httpFailed with status 400 for a currency that the API
 *   does not know; requestAborted; httpTimeout after a minute
 */
export async function getBalances(
  kit: Kit,
  parameters: BalancesParameters = {},
): Promise<readonly Balance[]> {
  return fetchAnswer(
    kit,
    balancesQuery(kit, accountIn(kit, parameters), readCurrency(parameters)),
    parameters.signal,
  )
}

/**
 * Follows the balances of the visitor's account until the returned function is called. When the
 * account, the network or the connection changes, it follows the new account.
 *
 * Followed balances are requested every 30 s. `refetch` requests them at once and bypasses every
 * cache. After a failure (tokenBalanceUnavailable), `data` has the last known balances, and no
 * request is sent for 30 s.
 * @throws KitError optionInvalid, networkNotFound
 */
export function watchBalances(
  kit: Kit,
  watchParameters: BalancesParameters & WatchParameters<AccountAnswer<readonly Balance[]>>,
): () => void {
  const { networkId, notify } = checkWatchParameters(kit, watchParameters)
  return eachBalances(kit, networkId, readCurrency(watchParameters), notify)
}

/**
 * Returns the visitor's balance of the network's native token, also if it is zero. It uses the
 * balances of {@link getBalances} and their cache.
 * @throws KitError as {@link getBalances}; tokenBalanceUnavailable also if only this balance could
 *   not be read
 */
export async function getNativeBalance(
  kit: Kit,
  parameters: BalancesParameters = {},
): Promise<Balance> {
  const accountId = accountIn(kit, parameters)
  const native = nativeBalanceOf(kit, accountId, await getBalances(kit, parameters))
  if (!native) throw kitError('tokenBalanceUnavailable')
  return native
}

/**
 * Follows the visitor's balance of the network's native token, as {@link watchBalances} does.
 * @throws KitError optionInvalid, networkNotFound
 */
export function watchNativeBalance(
  kit: Kit,
  watchParameters: BalancesParameters & WatchParameters<AccountAnswer<Balance>>,
): () => void {
  const { networkId, notify } = checkWatchParameters(kit, watchParameters)
  return eachBalances(kit, networkId, readCurrency(watchParameters), (answer) =>
    notify(
      answer.status === 'disconnected'
        ? answer
        : {
            ...nativeAnswerOf(kit, answer.accountId, answer),
            accountId: answer.accountId,
            refetch: answer.refetch,
          },
    ),
  )
}

/**
 * Requests new blocks from the network's node every 4 s while the page is visible, as the Account
 * screen does. If a block changes the visitor's account, its followed balances, NFTs and history
 * are read again. Ends when the returned function is called.
 * @throws KitError optionInvalid, networkNotFound
 */
export function watchBlocks(
  kit: Kit,
  parameters: Pick<QueryParameters, 'networkId'> = {},
): () => void {
  return eachAccount(kit, checkQueryParameters(kit, parameters), (accountId) => {
    let isOver = false
    let stop = () => {}
    // an error is ignored: without this code, followed balances are still requested every 30 s
    if (accountId)
      import('./watchAccount.lazy.ts').then(
        ({ watchAccount }) => isOver || (stop = watchAccount(kit, accountId)),
        () => {},
      )
    return () => {
      isOver = true
      stop()
    }
  })
}

function eachBalances(
  kit: Kit,
  networkId: NetworkId | undefined,
  currency: Currency,
  notify: (answer: AccountAnswer<readonly Balance[]>) => void,
): () => void {
  return eachAccount(kit, networkId, (accountId) => {
    if (!accountId) {
      notify({ status: 'disconnected' })
      return () => {}
    }
    const { stop } = watchAnswer(
      kit,
      balancesQuery(kit, accountId, currency),
      (answer, refetchAnswer) => {
        const refetch = () => {
          wantFreshBalances(kit, accountId)
          refetchAnswer()
        }
        notify({ ...answer, accountId, refetch })
      },
    )
    return stop
  })
}

/**
 * Returns the visitor's account in the requested namespace or network.
 * @throws KitError addressMissing, networkNotFound, optionInvalid
 */
function accountIn(kit: Kit, parameters: QueryParameters): AccountId {
  const accountId = accountIdOn(kit, checkQueryParameters(kit, parameters))
  if (!accountId) throw kitError('addressMissing')
  return accountId
}

function readCurrency({ currency = 'usd' }: { currency?: Currency }): Currency {
  if (!currencies.includes(currency))
    throw optionInvalid('currency', 'is not valid', `Pass one of: ${currencies.join(', ')}.`)
  return currency
}
