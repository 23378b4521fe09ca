import type { NetworkId } from '@latchkey/protocol/caip'
import type { LinkState } from '../contracts/connectorSource.ts'
import type { SharedAccount } from './sharedAccount.ts'

/** The facts that a wallet with login reports about its smart account. */
export type SmartAccountFacts = Pick<LinkState, 'preferredAccountType' | 'smartAccountDeployed'>

/**
 * The parts of a link's state that tell the kind of its accounts on its network. Empty where the
 * wallet has no smart accounts.
 * @param networks the networks on which the wallet has smart accounts
 */
export function withSmartAccounts(
  state: { accounts: readonly SharedAccount[]; networkId: NetworkId },
  { preferredAccountType = 'eoa', smartAccountDeployed }: SmartAccountFacts,
  networks: readonly NetworkId[],
): Partial<LinkState> {
  if (networks.length === 0) return {}
  const isHere = networks.includes(state.networkId)
  return {
    accounts: state.accounts.map((account) => ({
      ...account,
      type: isHere ? preferredAccountType : 'eoa',
    })),
    preferredAccountType,
    smartAccountNetworks: networks,
    ...(isHere && smartAccountDeployed !== undefined && { smartAccountDeployed }),
  }
}
