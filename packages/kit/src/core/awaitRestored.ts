import type { Namespace } from '@latchkey/protocol/namespace'
import * as times from '@latchkey/protocol/times'
import { kitError } from './errors.ts'
import type { Kit } from './kit.ts'
import { withLimit } from './withLimit.ts'

/**
 * Resolves when the connection of an earlier visit is restored, or is known to be gone: a library
 * that asks while the page loads would else take the visitor for disconnected. A kit that is never
 * started restores nothing, so a library waits only as long as for a wallet.
 */
export async function awaitRestored(kit: Kit, namespace: Namespace): Promise<void> {
  const isSettled = () => {
    const session = kit.getState().sessions[namespace]
    return session?.status !== 'connecting' || session.connectorId !== undefined
  }
  if (isSettled()) return
  let end = () => {}
  const settled = () =>
    new Promise<void>((resolve) => (end = kit.subscribe(() => isSettled() && resolve())))
  await withLimit(settled, {
    ms: times.reconnect,
    clock: kit.context.clock,
    onTimeout: () => kitError('walletTimeout'),
  }).catch(() => {}) // then there are no accounts yet
  end()
}
