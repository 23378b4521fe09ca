import type { AccountId } from '@latchkey/protocol/caip'
import type { Kit } from '../../core/kit/kit.ts'
import { perKit } from '../../core/kit/perKit.ts'

const next = perKit(() => new Set<AccountId>())

/**
 * Marks accounts whose wallet has just connected, so the visitor still has it open: the sign-in
 * screen requests the signature without a press. Replaces the accounts of an earlier wallet.
 */
export function promptNext(kit: Kit, accountIds: readonly AccountId[]): void {
  next(kit).clear()
  for (const accountId of accountIds) next(kit).add(accountId)
}

/**
 * Whether the sign-in screen requests this account's signature without a press. True once: after a
 * refusal the visitor presses the button.
 */
export function takePromptNext(kit: Kit, accountId: AccountId): boolean {
  const isNext = next(kit).has(accountId)
  if (isNext) next(kit).clear()
  return isNext
}
