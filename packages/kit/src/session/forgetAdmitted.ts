import type { Kit } from '../core/kit/kit.ts'
import { toAddresses } from '../core/accounts/sharedAccount.ts'
import { connectionsOf } from '../core/accounts/session.ts'

/**
 * Removes addresses that no connection shares any more from the admissions of gates: the gates
 * check a visitor who connects again.
 */
export function forgetAdmitted({ store }: Kit): void {
  const { admitted, sessions } = store.getState()
  if (!admitted) return
  const shared = Object.values(sessions)
    .flatMap(connectionsOf)
    .flatMap(({ accounts }) => toAddresses(accounts))
  const remaining = Object.entries(admitted).map(([feature, addresses]) => [
    feature,
    addresses.filter((address) => shared.includes(address)),
  ])
  store.setState({ admitted: Object.fromEntries(remaining) })
}
