import { useCallback, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import type { SmartSession } from '../../core/contracts/facets/smartSessions.ts'
import { contextOf } from '../../core/kit/context.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'

/** Permissions that have ended, and how the visitor dismisses one. */
export type EndedSessions = {
  endedSessions: readonly SmartSession[]
  onDismissSession: (session: SmartSession) => void
}

/**
 * The notices in the page about transactions and permissions that end while the modal is closed.
 * Their code is loaded when there is a pending transaction, or when a permission has ended.
 */
export function LazyNotices() {
  const kit = useKit()
  const isPending = useKitState(({ pending }) =>
    pending?.some(({ status }) => status === 'pending' || status === 'unseen'),
  )
  const [endedSessions, dismiss] = useEndedSessions()
  const isWanted = isPending || endedSessions.length > 0
  const [Notices, setNotices] = useState<ComponentType<EndedSessions>>()
  useEffect(() => {
    if (isWanted && !Notices)
      import('../notices/loadNotices.lazy.ts')
        .then(({ loadNotices }) => loadNotices(kit))
        .then(
          (code) => setNotices(() => code),
          () => {},
        ) // if the code fails to load, only the list of activity shows the outcome
  }, [isWanted, Notices, kit])
  return Notices ? <Notices endedSessions={endedSessions} onDismissSession={dismiss} /> : null
}

/** The permissions that have ended while the page was open, until they are dismissed. */
function useEndedSessions(): [readonly SmartSession[], (session: SmartSession) => void] {
  const kit = useKit()
  const [ended, setEnded] = useState<readonly SmartSession[]>([])
  const isConnected = useKitState(({ sessions }) => Object.keys(sessions).length > 0)
  const isEnabled = isConnected && contextOf(kit).options.features?.smartSessions
  useEffect(() => {
    if (!isEnabled) return
    const life = new AbortController()
    const add = (session: SmartSession) =>
      kit.getState().modal.open || setEnded((known) => [session, ...known])
    import('../../domains/smartSessions/watchEndings.lazy.ts').then(
      ({ watchEndings }) => watchEndings(kit, add, life.signal),
      () => {}, // if the code fails to load, only the screen of permissions shows the end
    )
    return () => life.abort()
  }, [kit, isEnabled])
  const dismiss = useCallback(
    (session: SmartSession) => setEnded((known) => known.filter((entry) => entry !== session)),
    [],
  )
  return [ended, dismiss]
}
