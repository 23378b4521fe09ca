import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { contextOf } from '../../core/kit/context.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'

/**
 * The notices in the page about transactions and permissions that end while the modal is closed.
 * Their code is loaded when there is a pending transaction; where a site asks for permissions, when
 * a wallet is connected.
 */
export function LazyNotices() {
  const kit = useKit()
  const hasPermissions = contextOf(kit).options.features?.smartSessions
  const isWanted = useKitState(({ pending, sessions }) =>
    hasPermissions
      ? Object.keys(sessions).length > 0
      : pending?.some(({ status }) => status === 'pending' || status === 'unseen'),
  )
  const [Notices, setNotices] = useState<ComponentType>()
  useEffect(() => {
    if (isWanted && !Notices)
      import('../notices/loadNotices.lazy.ts')
        .then(({ loadNotices }) => loadNotices(kit))
        .then(
          (code) => setNotices(() => code),
          () => {},
        ) // if the code fails to load, only the lists in the modal show the outcome
  }, [isWanted, Notices, kit])
  return Notices ? <Notices /> : null
}
