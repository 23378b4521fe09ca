import type { Namespace } from '@latchkey/protocol/namespace'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../errors/errors.ts'
import type { Kit } from '../kit/kit.ts'
import { withLimit } from '../errors/withLimit.ts'
import { contextOf } from '../kit/context.ts'

/**
 * Resolves when the connection of an earlier visit is restored, or is known to be lost. Without
 * this wait, a library that requests accounts while the page loads would consider the visitor
 * disconnected. A kit that is never started restores nothing, so the wait ends after the time limit
 * of a wallet's answer.
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
    clock: contextOf(kit).clock,
    onTimeout: () => kitError('walletTimeout'),
  }).catch(() => {}) // after the time limit, the caller continues without accounts
  end()
}
