import { evmNetworks } from '../smartAccount/contractsOn.ts'
import { fault } from '../bridge/Fault.ts'
import type { SigningCall } from '../rpc/signingCall.ts'
import { requireEvmAccount } from '../rpc/requireAccount.ts'
import { readConnected } from '../wallet/consent.ts'
import { readAllGrants } from './allGrants.ts'
import { grantStateOf, isOpen } from './grantState.ts'
import { readChainFacts } from './readChainFacts.ts'
import { executionPermissionOf, type ExecutionPermission } from './requestExecutionPermissions.ts'
import { secondOf } from './secondOf.ts'

/**
 * Returns the permissions of the site that have not ended, the newest first. A site never sees
 * those of others. ERC-7715. `wallet_getGrantedExecutionPermissions` []
 * @throws Fault 4100 before the login; another Fault when a network does not answer, because
 *   unknown is not none
 */
export async function grantedExecutionPermissions({
  wallet,
  request: { signal },
}: SigningCall): Promise<readonly ExecutionPermission[]> {
  const account = await readConnected(wallet)
  if (!account) throw fault('unauthorized')
  const address = await requireEvmAccount(wallet, account.addresses.eip155)
  const { grants } = await readAllGrants(wallet, address, signal)
  const now = secondOf(wallet)
  const own = grants.filter(
    ({ origin, terms }) => origin === wallet.site.origin && terms.expiry > now,
  )
  const found = await Promise.all(
    evmNetworks(wallet).map(async (network) => {
      const here = own.filter(({ networkId }) => networkId === network.networkId)
      if (here.length === 0) return []
      const facts = await readChainFacts(wallet, network, {
        account: address,
        grants: here,
        signal,
      })
      return here
        .filter((grant) => isOpen(grantStateOf(grant, facts, now)))
        .map((grant) => ({ grant, network }))
    }),
  )
  return found
    .flat()
    .toSorted((first, second) => second.grant.grantedAt - first.grant.grantedAt)
    .map(executionPermissionOf)
}
