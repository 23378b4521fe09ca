import { disconnect } from '@wagmi/core'
import type { Config, Connector } from '@wagmi/core'

/** Takes a connection out of the config; the next one becomes the current one. Its wallet is not told. */
export function forget(config: Config, connector: Connector): void {
  config.setState((state) => {
    const connections = new Map(state.connections)
    connections.delete(connector.uid)
    const [next] = connections.values()
    return { ...state, connections, current: next?.connector.uid ?? null, status: next ? 'connected' : 'disconnected' }
  })
}

/**
 * Takes a connection out before its wallet is told, so that the page is right even if the wallet never answers.
 * @throws what the connector throws when it can not tell the wallet
 */
export async function leave(config: Config, connector: Connector): Promise<void> {
  forget(config, connector)
  await disconnect(config, { connector })
}
