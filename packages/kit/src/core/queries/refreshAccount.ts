import type { AccountId } from '@latchkey/protocol/caip'
import type { Kit } from '../kit/kit.ts'
import { perKit } from '../kit/perKit.ts'
import { contextOf } from '../kit/context.ts'

/**
 * Accounts whose next request for balances bypasses the caches of the API, with the tokens that
 * have changed.
 */
const tokensToRefresh = perKit(() => new Map<AccountId, ReadonlySet<string>>())

/**
 * Makes the next request for balances bypass the caches of the API, because the balances have
 * probably just changed. `tokens`: CAIP-10 ids of the tokens that have certainly changed.
 */
export function wantFreshBalances(
  kit: Kit,
  accountId: AccountId,
  tokens: readonly string[] = [],
): void {
  tokensToRefresh(kit).set(
    accountId,
    new Set([...(tokensToRefresh(kit).get(accountId) ?? []), ...tokens]),
  )
}

/**
 * Returns the tokens of an account that have changed, and removes the account from
 * `tokensToRefresh`. Undefined where the request may use the caches.
 */
export function takeFreshTokens(kit: Kit, accountId: AccountId): readonly string[] | undefined {
  const tokens = tokensToRefresh(kit).get(accountId)
  tokensToRefresh(kit).delete(accountId)
  return tokens && [...tokens]
}

/**
 * Refetches all data that a transfer changes: NFTs, history, and the balances, for which it
 * bypasses the caches of the API.
 */
export async function refreshAccount(
  kit: Kit,
  accountId: AccountId,
  tokens: readonly string[] = [],
): Promise<void> {
  const { client } = await contextOf(kit).queries()
  wantFreshBalances(kit, accountId, tokens)
  for (const queryKey of [
    ['balances', accountId],
    ['nfts', accountId],
    ['history', accountId],
  ])
    void client.invalidateQueries({ queryKey })
}
