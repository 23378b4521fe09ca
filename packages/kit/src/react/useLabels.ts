import { useEffect } from 'react'
import { labelOf, restoreLabels } from '../contacts/addressBook.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'

/** Gives what the visitor calls an address; undefined for a stranger. Follows changes of the address book. */
export function useLabels(): (address: string) => string | undefined {
  const kit = useKit()
  const isThere = useKitState((state) => state.addressLabels) !== undefined
  useEffect(() => {
    if (!isThere) restoreLabels(kit)
  }, [kit, isThere])
  return (address) => labelOf(kit, address)
}
