import { isSameAddress } from '@latchkey/protocol/address'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { fault } from '../bridge/Fault.ts'
import type { RequestedTransaction } from './readTransaction.ts'

/** `redeemDelegations(bytes[],bytes32[],bytes[])` of DelegationManager. ERC-7710 */
const redeemDelegations = '0xcef6d209'

/**
 * Refuses calls of a site that would hide calls inside of calls, because a smart account trusts
 * the caller: those of the account to itself, and delegations that it redeems. An ordinary account
 * may be a smart account when the call is in a block.
 * @throws Fault -32602
 */
export function refuseHiddenCalls(
  address: string,
  calls: readonly Pick<RequestedTransaction, 'to' | 'data'>[],
): void {
  const isHiding = ({ to, data }: Pick<RequestedTransaction, 'to' | 'data'>): boolean =>
    to !== undefined &&
    ((isSameAddress(to, address) && data !== '0x') ||
      (isSameAddress(to, delegationManager) && data.toLowerCase().startsWith(redeemDelegations)))
  if (calls.some(isHiding)) throw fault('invalidParams')
}
