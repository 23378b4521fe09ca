import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Account } from '../../core/kit/state.ts'

/** Whether a gate is known to block an account, the current one unless another is given. */
export function isBlockedByGate(
  { context, store }: Kit,
  account: Account | undefined = accountOf(store.getState()),
): boolean {
  const screens = context.screens.getState()
  return (
    account !== undefined &&
    screens.status === 'there' &&
    screens.blockingView(account) !== undefined
  )
}
