import { useEffect } from 'react'
import { followLabels, labelOf, restoreLabels } from '../../domains/contacts/addressBook.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'

/**
 * Returns a function that gives the visitor's label for an address; undefined if there is none. The
 * component renders again when the address book changes, also in another tab.
 */
export function useLabels(): (address: string) => string | undefined {
  const kit = useKit()
  const isThere = useKitState((state) => state.addressLabels) !== undefined
  useEffect(() => {
    if (!isThere) restoreLabels(kit)
  }, [kit, isThere])
  useEffect(() => followLabels(kit), [kit])
  return (address) => labelOf(kit, address)
}
