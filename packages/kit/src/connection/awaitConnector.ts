import * as times from '@latchkey/protocol/times'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Connector } from '../core/connectorSource.ts'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { withLimit } from '../core/withLimit.ts'
import { connectorOf, findConnector } from './sessions.ts'

/**
 * A connector on the page; before the kit has started, one that comes then. A site may connect in
 * the effect of its first render, and `KitProvider` starts the kit after the page's first drawing.
 * Waits 3 s at most.
 * @throws KitError connectorNotFound, requestAborted
 */
export async function awaitConnector(
  kit: Kit,
  connectorId: string,
  namespace: Namespace | undefined,
  signal: AbortSignal | undefined,
): Promise<Connector> {
  const isThere = () => findConnector(kit, connectorId, namespace) !== undefined
  if (!kit.context.life && !isThere()) {
    let unsubscribe = () => {}
    const come = () =>
      new Promise<void>((resolve) => (unsubscribe = kit.subscribe(() => isThere() && resolve())))
    await withLimit(come, {
      ms: times.maxAnnouncementWait,
      clock: kit.context.clock,
      signal,
      onTimeout: () => kitError('connectorNotFound', { connectorId }),
    }).finally(() => unsubscribe())
  }
  return connectorOf(kit, connectorId, namespace)
}
