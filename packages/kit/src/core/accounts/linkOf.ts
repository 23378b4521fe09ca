import type { Namespace } from '@latchkey/protocol/namespace'
import type { Link } from '../contracts/connectorSource.ts'
import type { Kit } from '../kit/kit.ts'

/** The unique name of a link in a kit. */
export const keyOfLink = (namespace: Namespace, connectorId: string): string =>
  `${namespace} ${connectorId}`

/** The link of a connection, as long as it exists. */
export function linkOf(
  { context }: Kit,
  namespace: Namespace,
  connectorId: string,
): Link | undefined {
  return context.links.all.get(keyOfLink(namespace, connectorId))?.link
}
