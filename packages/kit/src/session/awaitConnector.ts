import * as times from '@latchkey/protocol/times'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Connector } from '../core/contracts/connectorSource.ts'
import { kitError } from '../core/errors/errors.ts'
import type { Kit } from '../core/kit/kit.ts'
import { withLimit } from '../core/errors/withLimit.ts'
import { connectorOf, findConnector } from './sessions.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Finds a connector. Before the kit has started, waits up to 3 s for one: a site may connect in the
 * effect of its first render, and `KitProvider` starts the kit after the page's first paint.
 * @throws KitError connectorNotFound, requestAborted
 */
export async function awaitConnector(
  kit: Kit,
  connectorId: string,
  namespace: Namespace | undefined,
  signal: AbortSignal | undefined,
): Promise<Connector> {
  const isFound = () => findConnector(kit, connectorId, namespace) !== undefined
  if (!contextOf(kit).life && !isFound()) {
    let unsubscribe = () => {}
    const appeared = () =>
      new Promise<void>((resolve) => (unsubscribe = kit.subscribe(() => isFound() && resolve())))
    await withLimit(appeared, {
      ms: times.maxAnnouncementWait,
      clock: contextOf(kit).clock,
      signal,
      onTimeout: () => kitError('connectorNotFound', { connectorId }),
    }).finally(() => unsubscribe())
  }
  return connectorOf(kit, connectorId, namespace)
}
