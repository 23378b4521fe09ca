import { isSameAddress } from '@latchkey/protocol/address'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { fault } from '../bridge/Fault.ts'
import type { RequestedTransaction } from './readTransaction.ts'

/**
 * `disableDelegation` of DelegationManager, which ends a session of the caller. ERC-7710
 *
 * It is the only function of the manager that a site may call. `redeemDelegations` hides calls, and
 * `enableDelegation` revives a session that the visitor has ended. The others change nothing for
 * the caller.
 */
const disableDelegation = '0x49934047'

/**
 * Refuses calls of a site that would hide calls inside of calls, because a smart account trusts
 * the caller: those of the account to itself, and delegations that it redeems. Also refuses those
 * that would revive a session. An ordinary account may be a smart account when the call is in a
 * block.
 * @throws Fault -32602
 */
export function refuseHiddenCalls(
  address: string,
  calls: readonly Pick<RequestedTransaction, 'to' | 'data'>[],
): void {
  const isHiding = ({ to, data }: Pick<RequestedTransaction, 'to' | 'data'>): boolean =>
    to !== undefined &&
    ((isSameAddress(to, address) && data !== '0x') ||
      (isSameAddress(to, delegationManager) && !data.toLowerCase().startsWith(disableDelegation)))
  if (calls.some(isHiding)) throw fault('invalidParams')
}
