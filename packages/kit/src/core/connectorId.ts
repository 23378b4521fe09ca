/**
 * The id of the connector that a connection came by: its own id up to a colon. A connector that leads to several wallets, as the way to phones does,
 * gives each but the first an id with a name of its own behind the colon.
 */
export const connectorIdOf = (connectionId: string): string => connectionId.split(':', 1)[0] ?? connectionId
