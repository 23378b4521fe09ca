/**
 * The id of the connector that made a connection: the connection's own id up to a colon. A
 * connector that leads to several wallets, as the one for phones does, gives each wallet but the
 * first an id with a further name after the colon.
 */
export const connectorIdOf = (connectionId: string): string =>
  connectionId.split(':', 1)[0] ?? connectionId
