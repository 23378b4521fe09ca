import { getSmartAccountEnabledNetworks } from '@latchkey/protocol/frame/site'
import type { FrameResults } from '@latchkey/protocol/frame/site'
import { formatNetworkId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { defaultNamespace } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { AccountType } from '../../core/accounts/sharedAccount.ts'
import type { SmartAccountFacts } from '../../core/accounts/withSmartAccounts.ts'
import { contextOf } from '../../core/kit/context.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { storedValue } from '../../core/storage/storedValue.ts'
import type { Frame } from './createFrame.ts'

/** The networks on which the wallet has smart accounts: chain ids of eip155. */
const stored = storedValue<readonly number[]>('smart-account-networks', (json) =>
  Array.isArray(json)
    ? json.filter((id): id is number => Number.isSafeInteger(id) && id > 0)
    : undefined,
)

/** The stored networks of a namespace on which the wallet has smart accounts. */
export const smartAccountNetworks = (kit: Kit, namespace: Namespace): readonly NetworkId[] =>
  namespace === defaultNamespace
    ? (stored.get(kit) ?? []).map((id) => formatNetworkId(defaultNamespace, String(id)))
    : []

/**
 * Reads from the frame on which networks the wallet has smart accounts, and stores the answer. If
 * the frame does not answer, the stored networks stay.
 * @returns whether the networks have changed
 */
export async function readSmartAccountNetworks(kit: Kit, frame: Frame): Promise<boolean> {
  const before = JSON.stringify(stored.get(kit) ?? [])
  const answer = await frame
    .request(getSmartAccountEnabledNetworks, undefined)
    .catch(() => undefined) // the next login or change of the account asks again
  const ids = answer && [...new Set(answer.smartAccountEnabledNetworks)].sort((a, b) => a - b)
  if (!ids || JSON.stringify(ids) === before) return false
  stored.set(kit, ids)
  return true
}

/** The kind of account that the site asks for in a namespace, as a part of GET_USER. */
export function siteAccountType(
  kit: Kit,
  namespace: Namespace,
): { preferredAccountType?: AccountType } {
  const type = contextOf(kit).options.defaultAccountTypes?.[namespace]
  return type === 'eoa' || type === 'smartAccount' ? { preferredAccountType: type } : {}
}

/** The facts about the smart account in the frame's answer to GET_USER. */
export const factsOf = ({
  accounts,
  preferredAccountType,
  smartAccountDeployed,
}: FrameResults['GET_USER']): SmartAccountFacts => ({
  ...(preferredAccountType && { preferredAccountType }),
  ...(smartAccountDeployed !== undefined && { smartAccountDeployed }),
  ...(accounts && { isOffered: accounts.some(({ type }) => type === 'smartAccount') }),
})
