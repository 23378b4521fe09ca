import type { AccountId } from '@latchkey/protocol/caip'
import type { SmartSessionsState } from '../../core/contracts/facets/smartSessions.ts'
import { kitError } from '../../core/errors/errors.ts'
import { contextOf } from '../../core/kit/context.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import { sessionsQuery } from './sessionsQuery.ts'
import { isEnabled, isOffered } from './smartSessionsFor.ts'

/**
 * Follows the site's sessions of the account in use until the signal aborts. They are requested
 * again every 30 s while one of them counts, and after each change by this page.
 */
export async function watchSessions(
  kit: Kit,
  listener: (state: SmartSessionsState) => void,
  signal: AbortSignal,
): Promise<void> {
  const notify = (state: SmartSessionsState) => {
    if (signal.aborted) return
    try {
      listener(state)
    } catch (error) {
      globalThis.reportError?.(error)
    }
  }
  if (!isEnabled(kit)) {
    const error = kitError('smartSessionsDisabled')
    return notify({ status: 'error', error, updatedAt: 0, isFetching: false })
  }
  const { observe } = await contextOf(kit).queries()
  let current: AccountId | 'unsupported' | 'disconnected' | undefined
  let end = () => {}
  const follow = () => {
    const account = accountOf(kit.getState())
    const status = account ? 'unsupported' : 'disconnected'
    const accountId = account && isOffered(kit) ? account.accountId : undefined
    const found = accountId ?? status
    if (found === current || signal.aborted) return
    current = found
    end()
    end = () => {}
    if (!accountId) return notify({ status })
    const observer = observe(sessionsQuery(kit, accountId))
    const report = () => {
      const {
        status,
        data,
        error,
        dataUpdatedAt: updatedAt,
        isFetching,
      } = observer.getCurrentResult()
      if (current !== found) return
      const rest = { updatedAt, isFetching, accountId }
      if (status === 'pending') notify({ status, accountId })
      else if (error) notify({ status: 'error', error, ...(data && { data }), ...rest })
      else if (data) notify({ status: 'success', data, ...rest })
    }
    end = observer.subscribe(report)
    report()
  }
  const stop = kit.subscribe(follow)
  signal.addEventListener('abort', () => {
    stop()
    end()
  })
  follow()
}
