import { isSameAddress } from '@latchkey/protocol/address'
import { parseAccountId } from '@latchkey/protocol/caip'
import type { AccountId } from '@latchkey/protocol/caip'
import type { SmartSession } from '../../core/contracts/facets/smartSessions.ts'
import { contextOf } from '../../core/kit/context.ts'
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
  const seen = new Map<string, SmartSession>()
  // an API that changes its mind does not report a session again
  const reported = new Set<string>()
  void watchSessions(
    kit,
    (answer) => {
      if (answer.status !== 'success') return
      for (const session of [...answer.data, ...expiredOf(kit, seen, answer)]) {
        const before = seen.get(session.id)
        seen.set(session.id, session)
        if (!before || !isOpen(before) || isOpen(session) || endedHere(kit).has(session.id))
          continue
        if (reported.has(session.id)) continue
        reported.add(session.id)
        notify(session)
      }
    },
    signal,
  )
}

/**
 * The sessions of the account that are over and not listed any more: wallets list only those that
 * count. Why another one is missing is not known.
 */
function expiredOf(
  kit: Kit,
  seen: ReadonlyMap<string, SmartSession>,
  { data, accountId }: { data: readonly SmartSession[]; accountId?: AccountId },
): readonly SmartSession[] {
  if (accountId === undefined) return []
  const listed = new Set(data.map(({ id }) => id))
  const now = contextOf(kit).clock.now() / 1_000
  const { address } = parseAccountId(accountId)
  return [...seen.values()].flatMap((session): SmartSession[] =>
    session.expiry <= now && !listed.has(session.id) && isSameAddress(session.from, address)
      ? [{ ...session, state: 'expired' }]
      : [],
  )
}
