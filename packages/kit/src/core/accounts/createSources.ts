import type { Connector, ConnectorSource, SourceFactory } from '../contracts/connectorSource.ts'
import type { Kit } from '../kit/kit.ts'

/** The sources of a kit, and functions that find the source of a connector. */
export type Sources = {
  all(): readonly ConnectorSource[]
  /**
   * The source of a connector. If several sources report the same id: the source of the site's own
   * connections, else the first source.
   */
  of(connector: Pick<Connector, 'id' | 'namespace'>): ConnectorSource | undefined
  /**
   * The source of a connector that leads to many wallets, even where other sources report the same
   * id.
   */
  ofMany(connector: Pick<Connector, 'id' | 'namespace'>): ConnectorSource | undefined
  /** Makes a source; its connectors are listed after those of earlier sources. */
  add(kit: Kit, factory: SourceFactory): ConnectorSource
}

/**
 * Stores the connectors that each source reports. The kit's state lists them in the order of the
 * sources.
 */
export function createSources(): Sources {
  const known = new Map<ConnectorSource, readonly Connector[]>()
  const has = (source: ConnectorSource, { id, namespace }: Pick<Connector, 'id' | 'namespace'>) =>
    known
      .get(source)
      ?.some((connector) => connector.id === id && connector.namespace === namespace) === true
  const of: Sources['of'] = (connector) => {
    const holders = [...known.keys()].filter((source) => has(source, connector))
    return holders.find(({ isSiteOwned }) => isSiteOwned) ?? holders[0]
  }
  return {
    all: () => [...known.keys()],
    of,
    ofMany: (connector) =>
      [...known.keys()].find((source) => source.hasManyWallets && has(source, connector)),
    add(kit, factory) {
      const setConnectors = (connectors: readonly Connector[]) => {
        known.set(source, connectors)
        kit.store.setState({
          connectors: [...known].flatMap(([source, reported]) =>
            reported.filter((connector) => of(connector) === source),
          ),
        })
      }
      const source = factory.create({ kit, setConnectors })
      known.set(source, [])
      return source
    },
  }
}
