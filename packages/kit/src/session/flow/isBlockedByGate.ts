import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Account } from '../../core/kit/state.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Whether a gate of the modal blocks an account. False until the modal's screens are known. */
export function isBlockedByGate(
  kit: Kit,
  account: Account | undefined = accountOf(kit.getState()),
): boolean {
  const screens = contextOf(kit).screens.getState()
  return (
    account !== undefined &&
    screens.status === 'there' &&
    screens.blockingView(account) !== undefined
  )
}
