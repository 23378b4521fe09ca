import { useEffect, useState } from 'react'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'

/**
 * Whether a recipient on the current network may be entered as a name; true until this is known.
 */
export function useCanBeNamed(): boolean {
  const kit = useKit()
  const { networkId } = useNetwork()
  const [known, setKnown] = useState<{ networkId: string; can: boolean }>()
  useEffect(() => {
    let isCancelled = false
    facetOf(kit, networkId, 'addresses').then(
      ({ canBeNamed }) => void (isCancelled || setKnown({ networkId, can: canBeNamed(networkId) })),
      () => {}, // if the code fails to load, resolving the recipient shows the error
    )
    return () => void (isCancelled = true)
  }, [kit, networkId])
  return known?.networkId === networkId ? known.can : true
}
