import { useEffect, useRef } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import { reportProvider } from './reportProvider.ts'
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
    check.current ??= createUnstableKitCheck(() => reportProvider('unstable'))
    check.current(kit, isBeingMade)
  }, [kit]) // oxlint-disable-line react/exhaustive-deps -- the same kit in a later render is complete
}
