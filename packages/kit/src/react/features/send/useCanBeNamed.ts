import { useEffect, useState } from 'react'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'

/** Whether recipients on the current network may be given by name; true until that is known. */
export function useCanBeNamed(): boolean {
  const kit = useKit()
  const { networkId } = useNetwork()
  const [known, setKnown] = useState<{ networkId: string; can: boolean }>()
  useEffect(() => {
    let isCancelled = false
    facetOf(kit, networkId, 'addresses').then(
      ({ canBeNamed }) => void (isCancelled || setKnown({ networkId, can: canBeNamed(networkId) })),
      () => {}, // if it fails, resolving the recipient reports the error
    )
    return () => void (isCancelled = true)
  }, [kit, networkId])
  return known?.networkId === networkId ? known.can : true
}
