import { useMemo } from 'react'
import type { SmartSessionsState } from '../../core/contracts/facets/smartSessions.ts'
import { useKit } from './useKit.ts'
import { useWatch } from './useWatch.ts'
import type { StartWatch } from './useWatch.ts'

const pending = { status: 'pending' } as const

/**
 * Returns the permissions that the account in use has granted to this site, newest first, where the
 * site has an API also those that have ended. While one of them counts, they are requested again
 * every 30 s. `error` does not mean that there are none.
 */
export function useSessions(): SmartSessionsState {
  const { sessions } = useKit()
  const start = useMemo(
    (): StartWatch<SmartSessionsState, { stop(): void }> => (notify) => ({
      stop: sessions.subscribe(notify),
    }),
    [sessions],
  )
  return useWatch<SmartSessionsState, { stop(): void }>(start, pending).value
}
