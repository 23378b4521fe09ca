import { permissionTypes, ruleTypes } from '@latchkey/protocol/sessions/permissions'
import { fault } from '../bridge/Fault.ts'
import { toQuantity } from '../rpc/hex.ts'
import type { SigningCall } from '../rpc/signingCall.ts'
import { evmNetworks } from '../smartAccount/contractsOn.ts'
import { hasSessionContracts } from './contracts.ts'

/** The chains and the rules of a type of permission. */
type Supported = { chainIds: readonly string[]; ruleTypes: readonly string[] }

/**
 * Returns the types of permissions that the wallet grants, with the chains whose contracts have the
 * known code. A chain whose node does not answer is left out. ERC-7715.
 * `wallet_getSupportedExecutionPermissions` []
 * @throws Fault `unavailable` if no node answers
 */
export async function supportedExecutionPermissions({
  wallet,
  request,
}: SigningCall): Promise<Record<string, Supported>> {
  const networks = evmNetworks(wallet)
  const answers = await Promise.allSettled(
    networks.map((network) => hasSessionContracts(wallet, network, request.signal)),
  )
  if (answers.length > 0 && answers.every(({ status }) => status === 'rejected'))
    throw fault('unavailable')
  const chainIds = networks.flatMap(({ reference }, index) => {
    const answer = answers[index]
    return answer?.status === 'fulfilled' && answer.value ? [toQuantity(BigInt(reference))] : []
  })
  if (chainIds.length === 0) return {}
  return Object.fromEntries(
    permissionTypes.map((type) => [type, { chainIds, ruleTypes: rulesOf(type) }]),
  )
}

/** The rules that a type of permission may have. Calls have no recipients. */
const rulesOf = (type: (typeof permissionTypes)[number]) =>
  type === 'contract-call' ? ruleTypes.filter((rule) => rule !== 'payee') : ruleTypes
