import type { Namespace } from '@latchkey/protocol/namespace'
import { connectionsOf, connectorIdOf } from './session.ts'
import type { Connector } from '../contracts/connectorSource.ts'
import type { Connection } from './session.ts'
import { activeSession } from '../kit/state.ts'
import type { KitState } from '../kit/state.ts'

/**
 * A connected wallet with the name that visitors know. Of all connected wallets, at most one is the
 * current one. `type` is the kind of its connector: a wallet of this browser (`injected`,
 * `external`), one on a phone (`walletConnect`), or one that the visitor logged in to (`auth`). It
 * is absent for a connector that is no longer on the page.
 */
export type ConnectedWallet = Connection & {
  namespace: Namespace
  name: string
  icon?: string
  type?: Connector['type']
  isCurrent: boolean
}

/** The name of a wallet as visitors know it. */
export function nameOf(
  { connectorId, wallet }: Connection,
  connectors: KitState['connectors'],
): string {
  return (
    wallet?.name ??
    connectors.find(({ id }) => id === connectorIdOf(connectorId))?.name ??
    connectorId
  )
}

/**
 * All connected wallets of all namespaces, in the order of the list of wallets. The order does not
 * change when another wallet becomes the current one.
 */
export function connectedWallets({
  sessions,
  connectors,
  namespace: active,
}: Pick<KitState, 'sessions' | 'connectors' | 'namespace'>): readonly ConnectedWallet[] {
  // by the type of `sessions`, its keys are namespaces
  const namespaces = Object.keys(sessions) as Namespace[]
  const placeOf = ({ connectorId }: Connection) =>
    connectors.findIndex(({ id }) => id === connectorIdOf(connectorId))
  const describe = (connection: Connection) => ({
    ...connection,
    name: nameOf(connection, connectors),
    icon: connectors[placeOf(connection)]?.icon,
    type: connectors[placeOf(connection)]?.type,
  })
  return namespaces
    .flatMap((namespace) =>
      connectionsOf(activeSession({ sessions, namespace })).map((connection, at) => ({
        ...describe(connection),
        namespace,
        isCurrent: namespace === active && at === 0,
      })),
    )
    .sort((a, b) => placeOf(a) - placeOf(b) || a.connectorId.localeCompare(b.connectorId))
}
