import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'

/**
 * What the page tells of transactions that end while the modal is closed. Its code is fetched with
 * the first one that is on its way.
 */
export function LazyNotices() {
  const kit = useKit()
  const isWanted = useKitState(({ pending }) =>
    pending?.some(({ status }) => status === 'pending' || status === 'unseen'),
  )
  const [Notices, setNotices] = useState<ComponentType>()
  useEffect(() => {
    if (isWanted && !Notices)
      import('../notices/loadNotices.ts')
        .then(({ loadNotices }) => loadNotices(kit))
        .then(
          (code) => setNotices(() => code),
          () => {},
        ) // the list of activity tells it, too
  }, [isWanted, Notices, kit])
  return Notices ? <Notices /> : null
}
