import { permissionJson } from '@latchkey/protocol/sessions/permissionJson'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { readContext } from '@latchkey/protocol/sessions/delegation'
import { toQuantity } from '../rpc/hex.ts'
import type { SigningCall } from '../rpc/signingCall.ts'
import { grantSessions, type Granted } from './grantSessions.ts'
import { readExecutionRequests } from './readExecutionRequests.ts'
import { secondOf } from './secondOf.ts'

/**
 * Grants permissions: up to four, all or none, each with a context of its own. The answer says what
 * was granted, which may be less than the site wanted. ERC-7715.
 * `wallet_requestExecutionPermissions` [{ chainId, from?, to, permission, rules }…]
 * @throws Fault as `grantSessions`, and -32602
 */
export async function requestExecutionPermissions(
  call: SigningCall,
): Promise<readonly ExecutionPermission[]> {
  const requests = readExecutionRequests(call.params, secondOf(call.wallet))
  return (await grantSessions(call, requests)).map(executionPermissionOf)
}

/** A granted permission as sites get it today. ERC-7715 */
export type ExecutionPermission = ReturnType<typeof executionPermissionOf>

/** Writes a granted permission as sites get it today. ERC-7715 */
export function executionPermissionOf({ grant, network }: Granted) {
  const { context, terms, signatures, account } = grant
  const { what } = terms
  const { permission, rules } = permissionJson(terms, (selector) =>
    what.kind === 'calls' ? signatures[what.selectors.indexOf(selector)] : undefined,
  )
  return {
    chainId: toQuantity(BigInt(network.reference)),
    from: account,
    to: readContext(context)?.delegate ?? account,
    permission,
    rules,
    context,
    dependencies: [],
    delegationManager,
  }
}
