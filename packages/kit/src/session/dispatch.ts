import type { Namespace } from '@latchkey/protocol/namespace'
import { disconnected, reduceSession } from '../core/accounts/session.ts'
import type { SessionEvent } from '../core/accounts/session.ts'
import { createListeners } from '../core/kit/createListeners.ts'
import type { Kit } from '../core/kit/kit.ts'
import { perKit } from '../core/kit/perKit.ts'

/** The functions that a kit calls with each event of its sessions. See `listeners.ts`. */
export const sessionListeners = perKit(() =>
  createListeners<[namespace: Namespace, event: SessionEvent]>(),
)

/** Applies an event to the session of a namespace, and notifies the listeners. */
export function dispatch(kit: Kit, namespace: Namespace, event: SessionEvent): void {
  const { sessions } = kit.getState()
  const session = sessions[namespace] ?? disconnected
  const next = reduceSession(session, event)
  if (next !== session) kit.store.setState({ sessions: { ...sessions, [namespace]: next } })
  sessionListeners(kit).notify(namespace, event)
}
