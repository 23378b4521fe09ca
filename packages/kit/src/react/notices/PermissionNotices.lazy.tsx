import { useCallback, useEffect, useState } from 'react'
import type { SmartSession } from '../../core/contracts/facets/smartSessions.ts'
import { watchEndings } from '../../domains/smartSessions/watchEndings.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'

/** Permissions that have ended, and how the visitor dismisses one. */
export type EndedSessions = {
  endedSessions: readonly SmartSession[]
  onDismissSession: (session: SmartSession) => void
}

/**
 * Follows the permissions of the account. The notices are loaded when one has ended, or when there
 * is a pending transaction.
 */
export function PermissionNotices() {
  const kit = useKit()
  const isPending = useKitState(({ pending }) =>
    pending?.some(({ status }) => status === 'pending' || status === 'unseen'),
  )
  const [endedSessions, dismiss] = useEndedSessions()
  const isWanted = isPending || endedSessions.length > 0
  const [code, setCode] = useState<Awaited<ReturnType<typeof loadParts>>>()
  useEffect(() => {
    if (isWanted && !code) loadParts(kit).then(setCode, () => {}) // the lists show the outcome, too
  }, [isWanted, code, kit])
  if (!code) return null
  const { PageNotices, EndedCards, EndedNews } = code
  if (endedSessions.length === 0) return <PageNotices />
  return (
    <PageNotices
      cards={<EndedCards endedSessions={endedSessions} onDismissSession={dismiss} />}
      news={<EndedNews endedSessions={endedSessions} />}
    />
  )
}

/** Loads the notices of the page, and those about permissions. */
async function loadParts(kit: Kit) {
  const [{ loadPageNotices }, { EndedCards, EndedNews }] = await Promise.all([
    import('./loadPageNotices.lazy.ts'),
    import('./EndedCards.lazy.tsx'),
  ])
  return { EndedCards, EndedNews, PageNotices: await loadPageNotices(kit) }
}

/** The permissions that have ended while the page was open, until they are dismissed. */
function useEndedSessions(): [readonly SmartSession[], (session: SmartSession) => void] {
  const kit = useKit()
  const [ended, setEnded] = useState<readonly SmartSession[]>([])
  const isConnected = useKitState(({ sessions }) => Object.keys(sessions).length > 0)
  useEffect(() => {
    if (!isConnected) return
    const life = new AbortController()
    const add = (session: SmartSession) =>
      kit.getState().modal.open || setEnded((known) => [session, ...known])
    watchEndings(kit, add, life.signal)
    return () => life.abort()
  }, [kit, isConnected])
  const dismiss = useCallback(
    (session: SmartSession) => setEnded((known) => known.filter((entry) => entry !== session)),
    [],
  )
  return [ended, dismiss]
}
