import { useEffect, useRef } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { createUnstableKitCheck } from './unstableKitCheck.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Reports to the page if a component creates a kit in each render: connections and an open modal
 * would be lost each time.
 */
export function useUnstableKitCheck(kit: Kit): void {
  // read during the render: by then, a kit that a module created is complete, also after a hot
  // reload
  const { isBeingMade } = contextOf(kit)
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
  }, [kit]) // oxlint-disable-line react/exhaustive-deps -- the same kit in a later render is complete
}
