/** Id of the way to phones, and of the first phone that is connected by it. */
export const walletConnectId = 'walletConnect'

/** Id of a phone that is connected beside another one: `walletConnect:` and the topic of its session. */
export const phoneIdOf = (topic: string) => `${walletConnectId}:${topic}`

/** The topic in an id of {@link phoneIdOf}; undefined in any other. */
export const topicIn = (connectorId: string) => (connectorId.startsWith(phoneIdOf('')) ? connectorId.slice(phoneIdOf('').length) : undefined)

/** The connector that a connection came by: that of its own id, or the way to phones, which leads to several. */
export const wayOf = (connectorId: string) => (topicIn(connectorId) === undefined ? connectorId : walletConnectId)
