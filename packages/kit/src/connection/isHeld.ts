import type { Kit } from '../core/kit.ts'
import { accountOf } from '../core/state.ts'

/** Whether a gate is known to hold the current account. */
export function isHeld({ context, store }: Kit): boolean {
  const screens = context.screens.getState()
  const account = accountOf(store.getState())
  return account !== undefined && screens.status === 'there' && screens.inTheWay(account) !== undefined
}
