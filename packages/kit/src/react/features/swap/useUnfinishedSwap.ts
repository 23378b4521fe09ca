import { isSameAccount } from '@latchkey/protocol/address'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { useEffect } from 'react'
import { writtenAmount } from '../../../domains/send/amount/writtenAmount.ts'
import { unfinishedSwap } from '../../../domains/swap/unfinishedSwap.ts'
import type { UnfinishedSwap } from '../../../domains/swap/unfinishedSwap.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import type { SwapDraft } from './index.ts'
import { useSetDraft } from './useDraft.ts'
import type { ListedToken } from './useSwapTokens.ts'

/**
 * Restores a swap that was approved but not sent before a reload: it enters the swap's tokens and
 * amount into an empty draft. It returns this swap as long as the draft pays with its token.
 */
export function useUnfinishedSwap(
  draft: SwapDraft | undefined,
  tokens: readonly ListedToken[],
): UnfinishedSwap | undefined {
  const kit = useKit()
  const set = useSetDraft()
  const locale = useFormatLocale()
  const session = useAccount()
  const unfinished =
    'account' in session ? unfinishedSwap(kit, session.account.accountId) : undefined
  const find = (id: string | undefined) =>
    tokens.find((token) => id !== undefined && isSameAccount(token.id, id))
  const [from, to] = [find(unfinished?.from.id), find(unfinished?.to.id)]
  const isNew =
    unfinished !== undefined && from !== undefined && to !== undefined && draft === undefined
  useEffect(() => {
    if (isNew && unfinished)
      set({
        from,
        to,
        amount: writtenAmount(formatUnits(unfinished.amount, from?.decimals ?? 0), locale),
      })
  })
  return unfinished && draft?.from && isSameAccount(draft.from.id, unfinished.from.id)
    ? unfinished
    : undefined
}
