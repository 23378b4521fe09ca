import type { Balance } from '../../../core/balance.ts'
import type { SendDraft } from './index.ts'

/**
 * The tokens that can be sent on the current network; `status` is "known" once the balances are.
 */
export type Sendable = {
  networkId: string
  native: Balance
  tokens: readonly Balance[]
  status: string
}

/**
 * The draft with the changes. Another token empties the amount. The money text lasts only until the
 * amount changes, unless it is passed again.
 */
export function changedDraft(draft: SendDraft | undefined, changes: SendDraft): SendDraft {
  const isOther = changes.tokenId !== undefined && changes.tokenId !== draft?.tokenId
  return {
    ...draft,
    ...(isOther && { amount: '' }),
    ...((isOther || changes.amount !== undefined) && { money: undefined }),
    ...changes,
  }
}

/**
 * The token of a draft. `isGone` when it is not available: it is on another network, or not held
 * any more. Then the amount does not count, and the network's own token is shown.
 */
export function tokenOf(
  draft: SendDraft | undefined,
  { networkId, native, tokens, status }: Sendable,
): { token: Balance; isRemoved: boolean } {
  const id = draft?.tokenId
  if (id === undefined || id === native.id || id === networkId)
    return { token: native, isRemoved: false }
  if (!id.startsWith(`${networkId}:`)) return { token: native, isRemoved: true }
  const token = tokens.find((token) => token.id.toLowerCase() === id.toLowerCase())
  return { token: token ?? native, isRemoved: token === undefined && status === 'known' }
}
