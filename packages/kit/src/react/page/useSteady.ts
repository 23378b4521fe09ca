import { useEffect, useRef } from 'react'
import type { Kit } from '../../core/kit.ts'
import { optionInvalid } from '../../core/optionInvalid.ts'
import { createSteadiness } from './steadiness.ts'

/**
 * Tells the page where a component makes a kit of its own for each render: connections and an open
 * modal would be lost each time.
 */
export function useSteady(kit: Kit): void {
  // read in the render: a kit that a module made, also anew after a hot reload, is complete by then
  const { isBeingMade } = kit.context
  const steadiness = useRef<ReturnType<typeof createSteadiness>>(undefined)
  useEffect(() => {
    steadiness.current ??= createSteadiness(() =>
      globalThis.reportError?.(
        optionInvalid(
          'kit',
          'is another one after each render',
          'Call createKit() outside of your components.',
        ),
      ),
    )
    steadiness.current(kit, isBeingMade)
  }, [kit]) // oxlint-disable-line react/exhaustive-deps -- the same kit in a later render is complete, which is no news
}
