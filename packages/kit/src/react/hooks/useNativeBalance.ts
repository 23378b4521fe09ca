import type { Currency } from '@latchkey/protocol/currencies'
import { nativeAnswerOf } from '../../domains/balances/nativeBalanceOf.ts'
import type { Balance } from '../../core/contracts/balance.ts'
import type { Answer } from '../../core/queries/watchAnswer.ts'
import { useAccount } from './useAccount.ts'
import { useBalances } from './useBalances.ts'
import { useKit } from './useKit.ts'

/**
 * Returns the connected account's balance of the native token, also if it is zero. It shares
 * request and cache with `useBalances`. The error is tokenBalanceUnavailable, also if only this
 * balance could not be read.
 * @param options.currency the currency of price and value
 * @default 'usd'
 */
export function useNativeBalance(
  options: { currency?: Currency } = {},
): Answer<Balance> & { refetch(): void } {
  const kit = useKit()
  const account = useAccount()
  const { refetch, ...balances } = useBalances(options)
  return {
    ...('account' in account
      ? nativeAnswerOf(kit, account.account.accountId, balances)
      : { status: 'pending' }),
    refetch,
  }
}
