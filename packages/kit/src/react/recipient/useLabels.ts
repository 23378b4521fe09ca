import { useEffect } from 'react'
import { followLabels, labelOf, restoreLabels } from '../../contacts/addressBook.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'

/** Gives what the visitor calls an address; undefined for a stranger. Follows changes of the address book, those of other tabs, too. */
export function useLabels(): (address: string) => string | undefined {
  const kit = useKit()
  const isThere = useKitState((state) => state.addressLabels) !== undefined
  useEffect(() => {
    if (!isThere) restoreLabels(kit)
  }, [kit, isThere])
  useEffect(() => followLabels(kit), [kit])
  return (address) => labelOf(kit, address)
}
