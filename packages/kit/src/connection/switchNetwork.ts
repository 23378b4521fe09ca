import type { NetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { isConnected } from '../core/session.ts'
import { withLimit } from '../core/withLimit.ts'
import { adapterOf } from './sessions.ts'

/**
 * Changes the network: in the wallet when one is connected in its namespace, else only here.
 * @throws KitError networkNotFound for a network the site does not name; actionNotAllowed when the site switched it off; what the wallet answers
 */
export async function switchNetwork(kit: Kit, { networkId, signal }: { networkId: NetworkId | string; signal?: AbortSignal }): Promise<void> {
  const target = kit.context.networks.find((one) => one.networkId === networkId)
  if (!target) throw kitError('networkNotFound')
  if (kit.context.options.enableNetworkSwitch === false) throw kitError('actionNotAllowed')
  const session = kit.getState().sessions[target.namespace]
  if (session && isConnected(session)) {
    const { connectorId } = session.current
    await withLimit((limited) => adapterOf(kit, target.namespace).switchNetwork({ connectorId, networkId: target.networkId, signal: limited }), {
      ms: times.walletDecision,
      clock: kit.context.clock,
      signal,
      onTimeout: () => kitError('walletTimeout'),
    })
  }
  kit.context.storage.set('active-network-id', target.networkId)
  kit.store.setState({ networkId: target.networkId, namespace: target.namespace })
}
