/**
 * The id of the connector that made a connection: the part of the connection's id before a colon. A
 * connector that leads to several wallets, such as the one for phones, appends a colon and a name
 * to the id of each wallet but the first.
 */
export const connectorIdOf = (connectionId: string): string =>
  connectionId.split(':', 1)[0] ?? connectionId
