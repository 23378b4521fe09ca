import type { SmartSession, SmartSessionState } from '../../core/contracts/facets/smartSessions.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { endedHere, isOpen } from './endedSessions.ts'
import { watchSessions } from './watchSessions.ts'

/**
 * Calls back with each session that ends while this page follows the sessions, once, until the
 * signal aborts. Left out are sessions that had ended before, and those that the visitor ends on
 * this page.
 */
export function watchEndings(
  kit: Kit,
  notify: (session: SmartSession) => void,
  signal: AbortSignal,
): void {
  const seen = new Map<string, SmartSessionState>()
  void watchSessions(
    kit,
    (answer) => {
      if (answer.status !== 'success') return
      for (const session of answer.data) {
        const before = seen.get(session.id)
        seen.set(session.id, session.state)
        const wasOpen = before !== undefined && isOpen({ ...session, state: before })
        if (wasOpen && !isOpen(session) && !endedHere(kit).has(session.id)) notify(session)
      }
    },
    signal,
  )
}
