/** The id of the connector for phones. The connection of the first phone has the same id. */
export const walletConnectId = 'walletConnect'

/** The id of a further phone: `walletConnect:` and the topic of its session. */
export const phoneIdOf = (topic: string): string => `${walletConnectId}:${topic}`

/** The topic in an id of {@link phoneIdOf}; undefined for any other id. */
export const topicIn = (connectorId: string): string | undefined =>
  connectorId.startsWith(phoneIdOf('')) ? connectorId.slice(phoneIdOf('').length) : undefined
