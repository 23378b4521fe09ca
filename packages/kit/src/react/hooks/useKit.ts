import { useContext } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import { KitContext } from '../button/KitContext.ts'

/** The kit that the nearest `KitProvider` was given. @throws Error outside one */
export function useKit(): Kit {
  const kit = useContext(KitContext)
  if (!kit) throw new Error('Latchkey: <KitProvider> is missing above this component')
  return kit
}
