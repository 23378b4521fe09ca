import type { Namespace } from '@latchkey/protocol/namespace'
import type { Link } from './connectorSource.ts'
import type { Kit } from './kit.ts'

/** Name of a link among all of a kit. */
export const keyOfLink = (namespace: Namespace, connectorId: string): string => `${namespace} ${connectorId}`

/** The link of a connection, while it stands. */
export function linkOf({ context }: Kit, namespace: Namespace, connectorId: string): Link | undefined {
  return context.links.all.get(keyOfLink(namespace, connectorId))?.link
}
