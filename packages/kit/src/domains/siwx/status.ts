import type { AccountId } from '@latchkey/protocol/caip'
import type { Kit } from '../../core/kit/kit.ts'
import type { SignInStatus } from '../../core/contracts/siwx.ts'
import type { Account } from '../../core/kit/state.ts'

/** The status of an account's sign-in. Undefined if the site was not asked yet. */
export const statusOf = (
  { getState }: Kit,
  { accountId }: Pick<Account, 'accountId'>,
): SignInStatus | undefined => getState().siwx?.[accountId]

/** Sets the status of an account's sign-in. */
export function setStatus({ store }: Kit, accountId: AccountId, status: SignInStatus): void {
  store.setState(({ siwx }) => ({ siwx: { ...siwx, [accountId]: status } }))
}
