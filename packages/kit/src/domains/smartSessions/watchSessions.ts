import type { SmartSessionsState } from '../../core/contracts/facets/smartSessions.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { eachAccount } from '../../core/queries/eachAccount.ts'
import { watchAnswer } from '../../core/queries/watchAnswer.ts'
import { sessionsQuery } from './sessionsQuery.ts'
import { isEnabled, isOffered } from './smartSessionsFor.ts'

/**
 * Follows the site's sessions of the account in use until the returned function is called. They are
 * requested again every 30 s while one of them counts, and after each change by this page.
 */
export function watchSessions(
  kit: Kit,
  notify: (state: SmartSessionsState) => void,
): { refetch(): void; stop(): void } {
  let refetch = () => {}
  const report = (state: SmartSessionsState) => {
    try {
      notify(state)
    } catch (error) {
      globalThis.reportError?.(error)
    }
  }
  if (!isEnabled(kit)) {
    const error = kitError('smartSessionsDisabled')
    report({ status: 'error', error, updatedAt: 0, isFetching: false })
    return { refetch, stop() {} }
  }
  const stop = eachAccount(kit, undefined, (accountId) => {
    refetch = () => {}
    if (!accountId || !isOffered(kit)) {
      report({ status: accountId ? 'unsupported' : 'disconnected' })
      return () => {}
    }
    const watch = watchAnswer(kit, sessionsQuery(kit, accountId), (answer) =>
      report({ ...answer, accountId }),
    )
    refetch = watch.refetch
    return watch.stop
  })
  return { refetch: () => refetch(), stop }
}
