import { useEffect, useRef } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { createUnstableKitCheck } from './unstableKitCheck.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Reports an error to the page if a component creates a kit in each render: each new kit loses the
 * connections and closes the modal.
 */
export function useUnstableKitCheck(kit: Kit): void {
  // Read during the render. A kit that a module created is complete by then, even after a hot
  // reload.
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
