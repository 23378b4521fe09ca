import { operationErrors, type PartialOperation } from '@latchkey/protocol/smartAccounts/bundler'
import { isSmartAccountCode } from '@latchkey/protocol/smartAccounts/delegation'
import { checkAuthorization, checkAuthorizationTerms } from './checkAuthorization.ts'
import {
  countSent,
  readCode,
  upgraded,
  type OperationChain,
  type StateOverrides,
} from './operationChain.ts'
import { RpcRefusal } from './rpcRefusal.ts'
import type { StoredAuthorization } from './schema.ts'

/** How an account is or becomes a smart account of ours. */
export type AccountCode = {
  /** What has to travel with its operation. Undefined for an account that is upgraded. */
  authorization: StoredAuthorization | undefined
  /** Whether the operation upgrades it. */
  isUpgrade: boolean
  /** The state in which it is one. */
  overrides: StateOverrides
}

/**
 * Checks that an account has our known code, or gets it by the authorisation that travels along.
 * @param options.isSigned whether the authorisation has to be signed; its gas can be estimated
 *   without
 * @throws RpcRefusal; NodesError
 */
export async function checkAccountCode(
  chain: OperationChain,
  { sender, eip7702Auth }: PartialOperation,
  { isSigned }: { isSigned: boolean },
  signal: AbortSignal,
): Promise<AccountCode> {
  const code = await readCode(chain, sender, signal)
  if (isSmartAccountCode(code)) return { authorization: undefined, isUpgrade: false, overrides: {} }
  if (!eip7702Auth)
    throw new RpcRefusal(
      operationErrors.rejected,
      'The account is no smart account that this bundler knows',
    )
  const nonce = await countSent(chain, sender, signal)
  const overrides = upgraded(sender)
  if (!isSigned) {
    checkAuthorizationTerms(chain, eip7702Auth, nonce)
    return { authorization: undefined, isUpgrade: true, overrides }
  }
  const authorization = await checkAuthorization(chain, sender, eip7702Auth, nonce)
  return { authorization, isUpgrade: true, overrides }
}
