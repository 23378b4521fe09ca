import type { SmartSession } from '../../core/contracts/facets/smartSessions.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { endedHere, isOpen } from './endedSessions.ts'
import { smartSessionsFor } from './smartSessionsFor.ts'

/**
 * Requests the site's sessions of the account in use. A session that this page has ended counts as
 * revoked, even if the service has not noticed yet.
 * @throws KitError smartSessionsDisabled, smartSessionsUnsupported, addressMissing; the errors of
 *   API and wallet if none of them lists the sessions
 */
export async function listSessions(
  kit: Kit,
  { signal }: { signal?: AbortSignal } = {},
): Promise<readonly SmartSession[]> {
  const { account, facet } = await smartSessionsFor(kit)
  const sessions = await facet.list({ account, ...(signal && { signal }) })
  const ended = endedHere(kit)
  return sessions.map((session) =>
    ended.has(session.id) && isOpen(session) ? { ...session, state: 'revoked' } : session,
  )
}
