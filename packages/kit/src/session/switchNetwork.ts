import type { NetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { adapterOf } from '../core/accounts/adapterOf.ts'
import { showAlert } from '../core/kit/alert.ts'
import { kitError } from '../core/errors/errors.ts'
import { linkOf } from './links.ts'
import type { Kit } from '../core/kit/kit.ts'
import type { KitNetwork } from '../core/contracts/network.ts'
import { networkNotFound } from '../core/options/networkNotFound.ts'
import { isConnected } from '../core/accounts/session.ts'
import { withLimit } from '../core/errors/withLimit.ts'
import { dispatch } from './dispatch.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Changes the network: in the wallet, if one is connected in its namespace, else only in the kit.
 * @throws KitError networkNotFound for a network that is not in the site's `networks`;
 *   actionNotAllowed when the site has switched this off; the wallet's errors
 */
export async function switchNetwork(
  kit: Kit,
  { networkId, signal }: { networkId: NetworkId | string; signal?: AbortSignal },
): Promise<void> {
  const target = contextOf(kit).networks.find((network) => network.networkId === networkId)
  if (!target) {
    showAlert(kit, { code: 'alertNetworkNotFound', text: networkId })
    throw networkNotFound(networkId, contextOf(kit).networks)
  }
  if (contextOf(kit).options.enableNetworkSwitch === false) throw kitError('actionNotAllowed')
  const { namespace } = target
  const isWanted = await switchWallet(kit, target, signal).then(
    (isSwitched) => !isSwitched,
    (error: unknown) => {
      dispatch(kit, namespace, { type: 'networkSwitchFailed', networkId: target.networkId, error })
      throw error
    },
  )
  kit.store.setState({ networkId: target.networkId, namespace })
  dispatch(kit, namespace, { type: 'networkSwitched', networkId: target.networkId, isWanted })
}

/**
 * Switches the network in the wallet. Resolves to false if none is connected. If the wallet
 * approves after an abort, it has changed its network nevertheless. Then the kit follows the wallet
 * without a message.
 */
async function switchWallet(
  kit: Kit,
  { namespace, networkId }: KitNetwork,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const session = kit.getState().sessions[namespace]
  if (!session || !isConnected(session)) return false
  const link = linkOf(kit, namespace, session.current.connectorId)
  if (!link) return false
  await withLimit(
    (limited) => adapterOf(kit, namespace).switchNetwork({ link, networkId, signal: limited }),
    {
      ms: times.walletDecision,
      clock: contextOf(kit).clock,
      signal,
      onTimeout: () => kitError('walletTimeout'),
    },
  )
  return true
}
