import { kitError } from '../../../core/errors/errors.ts'
import { namespaceIn } from '../../../core/accounts/facetOf.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { connectionsOf } from '../../../core/accounts/session.ts'
import { accountOf } from '../../../core/kit/state.ts'
import type { NetworkId } from '@latchkey/protocol/caip'

/**
 * Runs a task until it ends, or until the wallet disconnects or `signal` aborts. In both of these
 * cases the task's own signal aborts.
 * @throws KitError providerDisconnected if the wallet disconnects; requestAborted if `signal`
 *   aborts; the task's error
 */
export async function whileConnected<value>(
  kit: Kit,
  networkId: NetworkId,
  task: (signal: AbortSignal) => Promise<value>,
  signal?: AbortSignal,
): Promise<value> {
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  const namespace = namespaceIn(kit, networkId)
  const sessionIn = () => kit.getState().sessions
  const connectorId = accountOf({ sessions: sessionIn(), namespace })?.connectorId
  const isHere = () =>
    connectionsOf(sessionIn()[namespace] ?? { status: 'disconnected' }).some(
      (connection) => connection.connectorId === connectorId,
    )
  if (!isHere()) throw kitError('providerDisconnected')
  const controller = new AbortController()
  const ended = new Promise<never>((_, reject) => {
    // the cast: both calls of `abort` below pass an error
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), {
      once: true,
    })
  })
  const onAbort = () => controller.abort(kitError('requestAborted', { cause: signal?.reason }))
  signal?.addEventListener('abort', onAbort, { once: true })
  const stop = kit.subscribe(() => isHere() || controller.abort(kitError('providerDisconnected')))
  try {
    return await Promise.race([task(controller.signal), ended])
  } finally {
    stop()
    signal?.removeEventListener('abort', onAbort)
  }
}
