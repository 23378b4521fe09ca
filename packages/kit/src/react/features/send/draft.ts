import type { Balance } from '../../../core/balance.ts'
import type { SendDraft } from './index.ts'

/** What can be sent where the visitor is; `status` is "known" once the balances are. */
export type Sendable = { networkId: string; native: Balance; tokens: readonly Balance[]; status: string }

/** What has been entered, with the changes. An amount is one of its token: another token has none yet. What it is worth is told again with every amount. */
export function changedDraft(draft: SendDraft | undefined, changes: SendDraft): SendDraft {
  const isOther = changes.tokenId !== undefined && changes.tokenId !== draft?.tokenId
  return { ...draft, ...(isOther && { amount: '' }), ...((isOther || changes.amount !== undefined) && { money: undefined }), ...changes }
}

/**
 * The token of what has been entered. `isGone` when it is not there: on another network, or not held any more; then the amount
 * does not count, and the network's own token stands in.
 */
export function tokenOf(draft: SendDraft | undefined, { networkId, native, tokens, status }: Sendable): { token: Balance; isGone: boolean } {
  const id = draft?.tokenId
  if (id === undefined || id === native.id || id === networkId) return { token: native, isGone: false }
  if (!id.startsWith(`${networkId}:`)) return { token: native, isGone: true }
  const token = tokens.find((one) => one.id.toLowerCase() === id.toLowerCase())
  return { token: token ?? native, isGone: token === undefined && status === 'known' }
}
