import type { SwapToken } from '../../../core/facets/swap.ts'
import type { SwapDraft } from './index.ts'

const isSame = (a: SwapToken | undefined, b: SwapToken | undefined) =>
  a !== undefined && a.id.toLowerCase() === b?.id.toLowerCase()

/**
 * The draft with the changes. A token that is chosen on both sides changes places. Another token to
 * pay with empties the amount, another pair the choice of a provider.
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

/** The draft the other way round; the amount that was to arrive is the one to pay. */
export function flippedDraft({ from, to }: SwapDraft, arrives: string | undefined): SwapDraft {
  return { from: to, to: from, amount: arrives ?? '', provider: undefined }
}
