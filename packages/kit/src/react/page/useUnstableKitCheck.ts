import { useEffect, useRef } from 'react'
import type { Kit } from '../../core/kit.ts'
import { optionInvalid } from '../../core/optionInvalid.ts'
import { createUnstableKitCheck } from './unstableKitCheck.ts'

/**
 * Tells the page where a component makes a kit of its own for each render: connections and an open
 * modal would be lost each time.
 */
export function useUnstableKitCheck(kit: Kit): void {
  // read in the render: a kit that a module made, also anew after a hot reload, is complete by then
  const { isBeingMade } = kit.context
  const check = useRef<ReturnType<typeof createUnstableKitCheck>>(undefined)
  useEffect(() => {
    check.current ??= createUnstableKitCheck(() =>
      globalThis.reportError?.(
        optionInvalid(
          'kit',
          'is another one after each render',
          'Call createKit() outside of your components.',
        ),
      ),
    )
    check.current(kit, isBeingMade)
  }, [kit]) // oxlint-disable-line react/exhaustive-deps -- the same kit in a later render is complete, which is no news
}
