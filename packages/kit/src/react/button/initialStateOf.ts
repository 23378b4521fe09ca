import type { Kit } from '../../core/kit/kit.ts'
import type { LastAccount } from '../../core/accounts/session.ts'
import type { KitState } from '../../core/kit/state.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Returns the initial state of a kit for a visitor who had these accounts on the last visit. The
 * first account is the active one. The state says that their connections are being restored.
 */
export function initialStateOf(kit: Kit, lastKnown: readonly LastAccount[]): KitState {
  const { adapters, networks } = contextOf(kit)
  const { store } = kit
  const sessions = adapters.flatMap(({ namespace }) => {
    const account = lastKnown.find(({ networkId }) => networkId.startsWith(`${namespace}:`))
    return account ? [[namespace, { status: 'connecting', lastKnown: account }] as const] : []
  })
  const network = networks.find(({ networkId }) => networkId === lastKnown[0]?.networkId)
  return {
    ...store.getInitialState(),
    ...(network && { namespace: network.namespace, networkId: network.networkId }),
    sessions: Object.fromEntries(sessions),
  }
}
