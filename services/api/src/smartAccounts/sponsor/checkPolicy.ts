import { operationErrors } from '@latchkey/protocol/smartAccounts/bundler'
import { readCalls, type AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { raiseNonceCall, readDisableCall } from '@latchkey/protocol/sessions/delegation'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import { evmKey } from '../../chains/evm/evmKeys.ts'
import type { Hex } from '../operationChain.ts'
import { RpcRefusal } from '../rpcRefusal.ts'
import type { OwnPaymaster, SponsorPolicy } from '../smartAccountOptions.ts'

/** The policy for a project on a network. Undefined: nothing is paid there. */
export function policyOf(
  policies: OwnPaymaster['policies'],
  project: string,
  networkId: string,
): SponsorPolicy | undefined {
  const policy = Object.hasOwn(policies, project) ? policies[project] : policies['*']
  return policy?.networks === undefined || policy.networks.some((id) => id === networkId)
    ? policy
    : undefined
}

const refuse = (message: string): RpcRefusal =>
  new RpcRefusal(operationErrors.paymasterRejected, message)

/**
 * Checks that a policy pays for each call of an operation. Only what the account would certainly do
 * is paid: call data that are read in any other way than ours are refused.
 * @throws RpcRefusal
 */
export function checkCalls(
  { contracts, endSessions }: SponsorPolicy,
  { sender, callData }: { sender: Hex; callData: Hex },
): void {
  const calls = readCalls(callData)
  if (!calls) throw refuse('Only calls by execute(bytes32,bytes) are paid')
  if (calls.length === 0) throw refuse('There is no call')
  if (contracts === '*') return
  for (const call of calls) {
    if (endSessions && isEndOfSessions(call, sender)) continue
    const { to, data } = call
    const key = evmKey(to)
    const methods = Object.hasOwn(contracts, key) ? contracts[key] : undefined
    if (methods === undefined) throw refuse(`Calls of ${to} are not paid`)
    // data without a selector reach the contract's fallback, which only `*` allows
    const selector = data.length >= 10 ? evmKey(data.slice(0, 10)) : undefined
    if (methods !== '*' && (selector === undefined || !methods.includes(selector)))
      throw refuse(`${selector ?? 'A call without a function'} of ${to} is not paid`)
  }
}

/** Whether a call of an account does nothing else than end one of its own sessions, or all. */
function isEndOfSessions({ to, value, data }: AccountCall, account: Hex): boolean {
  if (value !== 0n) return false
  if (evmKey(to) === evmKey(enforcers.nonce)) return evmKey(data) === raiseNonceCall()
  const ended = evmKey(to) === evmKey(delegationManager) ? readDisableCall(data) : undefined
  return ended !== undefined && evmKey(ended.delegator) === evmKey(account)
}
