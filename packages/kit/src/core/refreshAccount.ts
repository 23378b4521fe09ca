import type { AccountId } from '@latchkey/protocol/caip'
import type { Kit } from './kit.ts'
import { perKit } from './perKit.ts'

/**
 * Accounts whose next request for balances bypasses the caches of the API, with the tokens that
 * have changed.
 */
const wanted = perKit(() => new Map<AccountId, ReadonlySet<string>>())

/**
 * Lets the next request for balances bypass the caches of the API, because they have probably just
 * changed. `tokens`: CAIP-10 ids of those that certainly have.
 */
export function wantFreshBalances(
  kit: Kit,
  accountId: AccountId,
  tokens: readonly string[] = [],
): void {
  wanted(kit).set(accountId, new Set([...(wanted(kit).get(accountId) ?? []), ...tokens]))
}

/** Takes the tokens that have changed; undefined where the caches will do. */
export function takeFreshTokens(kit: Kit, accountId: AccountId): readonly string[] | undefined {
  const tokens = wanted(kit).get(accountId)
  wanted(kit).delete(accountId)
  return tokens && [...tokens]
}

/**
 * Has everything that a transfer changes read again: balances past the caches of the API, NFTs and
 * history.
 */
export async function refreshAccount(
  kit: Kit,
  accountId: AccountId,
  tokens: readonly string[] = [],
): Promise<void> {
  const { client } = await kit.context.queries()
  wantFreshBalances(kit, accountId, tokens)
  for (const queryKey of [
    ['balances', accountId],
    ['nfts', accountId],
    ['history', accountId],
  ])
    void client.invalidateQueries({ queryKey })
}
