import { useState } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import type { ModalState } from '../../core/kit/state.ts'
import { destinationOf } from '../features/destinationOf.ts'
import { manifestsOf, viewOf } from '../features/manifests.ts'
import type { LoadedFeatures } from '../features/manifests.ts'
import type { Views } from '../features/registry.ts'
import { useKit } from '../hooks/useKit.ts'
import { panesOf } from '../panesOf.ts'
import { createRouter } from '../router/createRouter.ts'
import type { Route } from '../router/reducer.ts'

/** One opening of the modal, with its own stack of screens. */
export type Opening = ReturnType<typeof openingOf>

/** Returns the current opening of the modal. While the modal is closed, it is the next opening. */
export function useOpening(modal: ModalState): Opening {
  const kit = useKit()
  const [opening, setOpening] = useState(() => openingOf(kit, modal))
  // each opening has its own stack, already in its first render
  if (!isOf(opening, modal)) setOpening(openingOf(kit, modal))
  return opening
}

/** The number of the current opening or, while the modal is closed, of the next one. */
const requestOf = (modal: ModalState): number => (modal.open ? modal.request : modal.request + 1)
/** The name of the requested screen; undefined for the usual first screen. */
const requestedView = (modal: ModalState): string | undefined =>
  modal.open ? modal.view : undefined

const isOf = (
  opening: { request: number; viewName: string | undefined },
  modal: ModalState,
): boolean => opening.request === requestOf(modal) && opening.viewName === requestedView(modal)

/**
 * Creates the stack of an opening. It begins with the requested screen or the usual first screen.
 */
function openingOf(kit: Kit, modal: ModalState) {
  const { store } = manifestsOf(kit)
  const first = (
    modal.open && modal.view
      ? { view: modal.view, params: modal.params }
      : { view: 'Connect', params: undefined }
  ) as Route<Views>
  const isThere = (known: LoadedFeatures, view: string) =>
    !known.isComplete || viewOf(known, view) !== undefined
  const destination = destinationOf(kit, store.getState(), first)
  // The panes are copied: if their code loads later, it is used from the next opening on. A change
  // during an opening would mount the open screen again.
  return {
    request: requestOf(modal),
    viewName: requestedView(modal),
    panes: { ...panesOf(kit) },
    router: createRouter<Views>(first, {
      destination,
      isReachable: (view) => isThere(store.getState(), view),
    }),
  }
}
