import { useEffect, useRef } from 'react'
import type { Kit } from '../../core/kit.ts'
import { optionInvalid } from '../../core/optionInvalid.ts'

/** Kits in a row, after which they are not chosen by the site but made anew by each render. */
const many = 4

/** Tells the page where a component makes a kit of its own for each render: connections and an open modal would be lost each time. */
export function useSteady(kit: Kit): void {
  const seen = useRef<{ kit: Kit; count: number }>(undefined)
  useEffect(() => {
    const { kit: before, count } = seen.current ?? { count: 0 }
    if (before === kit) return
    seen.current = { kit, count: count + 1 }
    if (count + 1 === many) globalThis.reportError?.(optionInvalid('kit', 'is another one after each render', 'Call createKit() outside of your components.'))
  }, [kit])
}
