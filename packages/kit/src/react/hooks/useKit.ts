import { useContext } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import { KitContext } from '../button/KitContext.ts'

/** Returns the kit of the nearest `KitProvider`. @throws Error if there is no provider */
export function useKit(): Kit {
  const kit = useContext(KitContext)
  if (!kit) throw new Error('Latchkey: <KitProvider> is missing above this component')
  return kit
}
