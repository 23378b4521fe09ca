import type { NetworkId } from '@latchkey/protocol/caip'
import type { LinkState } from '../contracts/connectorSource.ts'
import type { SharedAccount } from './sharedAccount.ts'

/**
 * The facts that a wallet with login reports about its smart account on one network. `isOffered`:
 * whether the account can be a smart account there; the visitor may have turned it off.
 */
export type SmartAccountFacts = Pick<LinkState, 'preferredAccountType' | 'smartAccountDeployed'> & {
  networkId?: NetworkId
  isOffered?: boolean
}

/**
 * The parts of a link's state that tell the kind of its accounts on its network. Empty where the
 * wallet has no smart accounts.
 * @param networks the networks on which the wallet has smart accounts
 */
export function withSmartAccounts(
  { accounts, networkId }: { accounts: readonly SharedAccount[]; networkId: NetworkId },
  facts: SmartAccountFacts,
  networks: readonly NetworkId[],
): Partial<LinkState> {
  if (networks.length === 0) return {}
  const { preferredAccountType = 'eoa', smartAccountDeployed, isOffered } = facts
  const isReported = (facts.networkId ?? networkId) === networkId
  const offered = networks.filter((id) => id !== facts.networkId || isOffered !== false)
  const isHere = offered.includes(networkId)
  return {
    accounts: accounts.map((account) => ({
      ...account,
      type: isHere ? preferredAccountType : 'eoa',
    })),
    preferredAccountType,
    smartAccountNetworks: offered,
    ...(isHere && isReported && smartAccountDeployed !== undefined && { smartAccountDeployed }),
  }
}
