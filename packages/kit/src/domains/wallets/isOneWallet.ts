import type { Connector } from '../../core/contracts/connectorSource.ts'

/**
 * Whether two connectors lead to the same wallet. They do if they have the same id. They also do if
 * they are in different namespaces, have the same name, and one of them has no identifier except
 * its name. A name that several wallets of a namespace have is ignored.
 */
export function isOneWallet(a: Connector, b: Connector, all: readonly Connector[]): boolean {
  if (a.id === b.id) return true
  if (a.namespace === b.namespace || !(a.isByName || b.isByName) || nameOf(a) !== nameOf(b))
    return false
  return [a, b].every(
    ({ namespace }) =>
      all.filter(
        (connector) =>
          connector.type === 'injected' &&
          connector.namespace === namespace &&
          nameOf(connector) === nameOf(a),
      ).length === 1,
  )
}

/**
 * All connectors of the wallet to which one connector leads, one for each namespace. Empty for an
 * unknown id.
 */
export function connectorsOfWallet(
  all: readonly Connector[],
  connectorId: string,
): readonly Connector[] {
  const own = all.filter(({ id }) => id === connectorId)
  const same = all.filter((connector) => own.some((owned) => isOneWallet(owned, connector, all)))
  return same.filter(
    ({ namespace }, index) =>
      same.findIndex((connector) => connector.namespace === namespace) === index,
  )
}

const nameOf = ({ name }: Connector) => name.trim().toLowerCase()
