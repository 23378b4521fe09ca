import type { Config, Connector } from '@wagmi/core'

/**
 * Takes a connection out of the config, which hears no more of it. The current one stays; the next takes the place of one that
 * was current. Its wallet is not told.
 */
export function forget(config: Config, connector: Connector): void {
  const { change, disconnect } = config._internal.events
  connector.emitter.off('change', change)
  connector.emitter.off('disconnect', disconnect)
  config.setState((state) => {
    const connections = new Map(state.connections)
    connections.delete(connector.uid)
    const [next] = connections.values()
    const current = state.current !== null && connections.has(state.current) ? state.current : (next?.connector.uid ?? null)
    return { ...state, connections, current, status: next ? 'connected' : 'disconnected' }
  })
}

/**
 * Takes a connection out before its wallet is told, so that the page is right even if the wallet never answers.
 * @throws what the connector throws when it can not tell the wallet
 */
export async function leave(config: Config, connector: Connector): Promise<void> {
  const { connect } = config._internal.events
  forget(config, connector)
  await connector.disconnect()
  // from now on a wallet may connect by itself, when its owner chooses this site there
  if (connector.emitter.listenerCount('connect') === 0) connector.emitter.on('connect', connect)
}

/** wagmi makes the first connection the current one whenever any wallet leaves by itself; here the one that was current stays it. */
export function keepCurrent(config: Config): void {
  let { current } = config.state
  let count = 0
  config.subscribe((state) => state, (state) => {
    const isFewer = state.connections.size < count
    count = state.connections.size
    if (isFewer && current !== null && current !== state.current && state.connections.has(current)) config.setState({ ...state, current })
    current = config.state.current
  })
}
