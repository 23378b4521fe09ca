import type { AccountId } from '@latchkey/protocol/caip'
import type { Kit } from '../core/kit.ts'
import type { SignInStatus } from '../core/siwx.ts'
import type { Account } from '../core/state.ts'

/** What is known of an account's sign-in; undefined before the site was asked. */
export const statusOf = (
  { getState }: Kit,
  { accountId }: Pick<Account, 'accountId'>,
): SignInStatus | undefined => getState().siwx?.[accountId]

/** Writes it down. */
export function setStatus({ store }: Kit, accountId: AccountId, status: SignInStatus): void {
  store.setState(({ siwx }) => ({ siwx: { ...siwx, [accountId]: status } }))
}
