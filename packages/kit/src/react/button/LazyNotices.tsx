import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'

/**
 * The notices in the page about transactions that end while the modal is closed. Their code is
 * loaded when there is a pending transaction.
 */
export function LazyNotices() {
  const kit = useKit()
  const isWanted = useKitState(({ pending }) =>
    pending?.some(({ status }) => status === 'pending' || status === 'unseen'),
  )
  const [Notices, setNotices] = useState<ComponentType>()
  useEffect(() => {
    if (isWanted && !Notices)
      import('../notices/loadNotices.lazy.ts')
        .then(({ loadNotices }) => loadNotices(kit))
        .then(
          (code) => setNotices(() => code),
          () => {},
        ) // if the code fails to load, only the list of activity shows the outcome
  }, [isWanted, Notices, kit])
  return Notices ? <Notices /> : null
}
