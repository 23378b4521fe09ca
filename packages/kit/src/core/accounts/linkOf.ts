import type { Namespace } from '@latchkey/protocol/namespace'
import type { Link } from '../contracts/connectorSource.ts'
import type { Kit } from '../kit/kit.ts'
import { contextOf } from '../kit/context.ts'

/** The unique name of a link in a kit. */
export const keyOfLink = (namespace: Namespace, connectorId: string): string =>
  `${namespace} ${connectorId}`

/** The link of a connection, as long as it exists. */
export function linkOf(kit: Kit, namespace: Namespace, connectorId: string): Link | undefined {
  const context = contextOf(kit)
  return context.links.all.get(keyOfLink(namespace, connectorId))?.link
}
