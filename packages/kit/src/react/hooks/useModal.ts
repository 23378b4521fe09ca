import { useMemo } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import { modalStatusOf } from '../../domains/visitor/status.ts'
import type { ModalStatus } from '../../domains/visitor/status.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'

/** The modal's state, and the functions that open and close it. */
export type Modal = ModalStatus & Pick<Kit, 'open' | 'close'>

/**
 * Returns whether the modal is open, its current view, and the functions that open and close it.
 */
export function useModal(): Modal {
  const { open, close } = useKit()
  const modal = useKitState((state) => state.modal)
  const shown = useKitState((state) => state.shown)
  return useMemo(
    () => ({ ...modalStatusOf({ modal, shown }), open, close }),
    [modal, shown, open, close],
  )
}
