import { isSameAccount } from '@latchkey/protocol/address'
import type { Balance } from '../../../core/contracts/balance.ts'
import type { SendDraft } from './index.ts'

/**
 * The tokens that can be sent on the current network. `status` is `known` as soon as the balances
 * are known.
 */
export type Sendable = {
  networkId: string
  native: Balance
  tokens: readonly Balance[]
  status: string
}

/**
 * Applies changes to the draft. If the token changes, the amount is cleared. If the amount changes,
 * the text of the field for money is cleared, unless the changes contain a new text.
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
 * Returns the token of a draft. `isRemoved`: this token is not available, because it is on another
 * network or the account no longer has it. Then the native token is returned, and the draft's
 * amount is ignored.
 */
export function tokenOf(
  draft: SendDraft | undefined,
  { networkId, native, tokens, status }: Sendable,
): { token: Balance; isRemoved: boolean } {
  const id = draft?.tokenId
  if (id === undefined || id === native.id || id === networkId)
    return { token: native, isRemoved: false }
  if (!id.startsWith(`${networkId}:`)) return { token: native, isRemoved: true }
  const token = tokens.find((token) => isSameAccount(token.id, id))
  return { token: token ?? native, isRemoved: token === undefined && status === 'known' }
}
