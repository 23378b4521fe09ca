import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import { parseAccountId } from '@latchkey/protocol/caip'
import type { AccountId } from '@latchkey/protocol/caip'
import type { Currency } from '@latchkey/protocol/currencies'
import * as times from '@latchkey/protocol/times'
import { reportToDeveloper } from '../../core/kit/alert.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { kitError } from '../../core/errors/errors.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { perKit } from '../../core/kit/perKit.ts'
import { takeFreshTokens } from '../../core/queries/refreshAccount.ts'
import { showToast } from '../../core/kit/toast.ts'
import type { Balance } from '../../core/contracts/balance.ts'
import { readLastKnown, writeLastKnown } from './lastKnown.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The accounts whose balances came from the node, because the API had failed. */
const fromNode = perKit(() => new Set<AccountId>())

/**
 * The query of an account's balances. They are cached for 30 s, and requested again every 30 s
 * while a component shows them. The last known balances survive a reload. After a failure no
 * request is sent for 30 s. See docs/contracts/product.md#balances.
 * @param currency the currency of prices and values
 * @default 'usd'
 */
export function balancesQuery(kit: Kit, accountId: AccountId, currency: Currency = 'usd') {
  const cacheKey = currency === 'usd' ? accountId : `${accountId} ${currency}`
  const known = readLastKnown(kit, cacheKey)
  const queryKey = ['balances', accountId, currency] as const
  return {
    queryKey,
    staleTime: times.balanceCache,
    // `always`: when the page is offline, the query fails, so that the screens show the last known
    // balances with their age
    networkMode: 'always' as const,
    refetchInterval: times.balanceCache,
    initialData: known?.balances,
    initialDataUpdatedAt: known?.at,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Balance[]> => {
      if (balancesRetryAt(kit, accountId) > contextOf(kit).clock.now())
        throw kitError('tokenBalanceUnavailable')
      const changed = takeFreshTokens(kit, accountId)
      let partialBalances: AccountId | undefined
      let outage: { error: unknown } | undefined
      try {
        // loads the facet meanwhile. An error is ignored, because `getBalances` will report it
        void facetOf(kit, parseAccountId(accountId).networkId, 'assets').catch(() => {})
        const { getBalances } = await loadGetBalances()
        // not after an answer of the API, which has more tokens than the node can list
        const allowNode = !(await hasData(kit, queryKey)) || fromNode(kit).has(accountId)
        const balances = await getBalances(kit, {
          accountId,
          currency,
          forceUpdate: changed && [nativeTokenId(parseAccountId(accountId).networkId), ...changed],
          signal,
          onPartial: () => (partialBalances = accountId),
          ...(allowNode && { onOutage: (error: unknown) => (outage = { error }) }),
        })
        recordOutcome(kit, accountId, outage)
        if (!outage) writeLastKnown(kit, cacheKey, balances)
        if (partialBalances !== kit.getState().partialBalances)
          kit.store.setState({ partialBalances })
        return balances
      } catch (error) {
        if (KitError.is(error, 'tokenBalanceUnavailable')) {
          recordFailure(kit, accountId, error)
        }
        throw error
      }
    },
  }
}

const hasData = async (kit: Kit, queryKey: readonly string[]) =>
  (await contextOf(kit).queries()).client.getQueryData(queryKey) !== undefined

/** Records whether the node answered in place of the API. If so, it reports the API's failure. */
function recordOutcome(
  kit: Kit,
  accountId: AccountId,
  outage: { error: unknown } | undefined,
): void {
  if (outage) {
    fromNode(kit).add(accountId)
    return recordFailure(kit, accountId, outage.error)
  }
  fromNode(kit).delete(accountId)
  contextOf(kit).failures.delete(failureOf(accountId))
}

/**
 * Records the time of the failure, which blocks requests for the next 30 s. Reports the failure to
 * the visitor and the site's developer.
 */
function recordFailure(kit: Kit, accountId: AccountId, error: unknown): void {
  contextOf(kit).failures.set(failureOf(accountId), contextOf(kit).clock.now())
  showToast(kit, { message: 'tokenBalanceUnavailable', variant: 'error' })
  reportToDeveloper(kit, error)
}

/**
 * Loads the code that sends the requests.
 * @throws KitError tokenBalanceUnavailable when the code fails to load
 */
const loadGetBalances = () =>
  import('./getBalances.lazy.ts').catch((cause: unknown) => {
    throw kitError('tokenBalanceUnavailable', { cause })
  })

const failureOf = (accountId: AccountId) => `balances ${accountId}`

/**
 * The time from which balances may be requested again after a failure, in milliseconds since 1970.
 * 0 if there was no failure.
 */
export function balancesRetryAt(kit: Kit, accountId: AccountId): number {
  const failedAt = contextOf(kit).failures.get(failureOf(accountId))
  return failedAt === undefined ? 0 : failedAt + times.balanceRetryBlock
}
