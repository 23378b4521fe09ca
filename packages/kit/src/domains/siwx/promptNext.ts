import type { AccountId } from '@latchkey/protocol/caip'
import type { Kit } from '../../core/kit/kit.ts'
import { perKit } from '../../core/kit/perKit.ts'

const next = perKit(() => new Set<AccountId>())

/**
 * Marks accounts whose wallet has just connected. The visitor still has this wallet open, so the
 * sign-in screen requests the signature without waiting for the button. Accounts that were marked
 * before are unmarked.
 */
export function promptNext(kit: Kit, accountIds: readonly AccountId[]): void {
  next(kit).clear()
  for (const accountId of accountIds) next(kit).add(accountId)
}

/**
 * Whether the sign-in screen requests this account's signature without waiting for the button. True
 * only once: after a refusal the visitor has to press the button.
 */
export function takePromptNext(kit: Kit, accountId: AccountId): boolean {
  const isNext = next(kit).has(accountId)
  if (isNext) next(kit).clear()
  return isNext
}
