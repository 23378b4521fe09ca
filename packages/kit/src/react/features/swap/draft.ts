import { isSameAccount } from '@latchkey/protocol/address'
import type { SwapToken } from '../../../core/contracts/facets/swap.ts'
import type { SwapDraft } from './index.ts'

const isSame = (a: SwapToken | undefined, b: SwapToken | undefined) =>
  a !== undefined && b !== undefined && isSameAccount(a.id, b.id)

/**
 * Applies changes to the draft. If a change would give both sides the same token, the tokens change
 * places. A new token to pay with clears the amount. A new pair clears the chosen provider.
 */
export function changedDraft(draft: SwapDraft = {}, changes: SwapDraft): SwapDraft {
  const next = { ...draft, ...changes }
  if (isSame(next.from, next.to)) {
    if (changes.from) next.to = draft.from
    else next.from = draft.to
  }
  if (changes.amount === undefined && !isSame(next.from, draft.from) && draft.from) next.amount = ''
  if (
    changes.provider === undefined &&
    (!isSame(next.from, draft.from) || !isSame(next.to, draft.to))
  )
    next.provider = undefined
  return next
}

/**
 * Exchanges both sides of the draft. The amount that the visitor would have received becomes the
 * amount to pay.
 */
export function flippedDraft({ from, to }: SwapDraft, arrives: string | undefined): SwapDraft {
  return { from: to, to: from, amount: arrives ?? '', provider: undefined }
}
