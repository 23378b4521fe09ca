import { useState } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { ModalState } from '../../core/kit/state.ts'
import { destinationOf } from '../features/destinationOf.ts'
import { manifestsOf, viewOf } from '../features/manifests.ts'
import type { LoadedFeatures } from '../features/manifests.ts'
import type { Views } from '../features/registry.ts'
import { home } from '../features/routeFor.ts'
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
  if (!isOf(kit, opening, modal)) setOpening(openingOf(kit, modal))
  return opening
}

/** The number of the current opening or, while the modal is closed, of the next one. */
const requestOf = (modal: ModalState): number => (modal.open ? modal.request : modal.request + 1)
/**
 * The first screen of the current opening. While the modal is closed, it is the screen that the
 * next press on the kit's button requests.
 */
function firstOf(kit: Kit, modal: ModalState): Route<Views> {
  const view = modal.open ? modal.view : accountOf(kit.getState()) && home.view
  const params = modal.open && view ? modal.params : undefined
  return { view: view ?? 'Connect', params } as Route<Views> // `kit.open` has checked both
}

/** The screen to show later, because another screen has to come before it. */
const laterOf = (kit: Kit, first: Route<Views>): Route<Views> | undefined =>
  destinationOf(kit, manifestsOf(kit).store.getState(), first)

type Key = { request: number; first: Route<Views>; destination: Route<Views> | undefined }

/** Whether an opening is the current one, or the next one in the current state. */
function isOf(kit: Kit, { request, first, destination }: Key, modal: ModalState): boolean {
  const now = firstOf(kit, modal)
  return (
    request === requestOf(modal) &&
    first.view === now.view &&
    first.params === now.params &&
    (modal.open || !destination === !laterOf(kit, now))
  )
}

/**
 * Creates the stack of an opening. It begins with the requested screen or the usual first screen.
 */
function openingOf(kit: Kit, modal: ModalState) {
  const { store } = manifestsOf(kit)
  const first = firstOf(kit, modal)
  const isThere = (known: LoadedFeatures, view: string) =>
    !known.isComplete || viewOf(known, view) !== undefined
  const destination = laterOf(kit, first)
  // The panes are copied: if their code loads later, it is used from the next opening on. A change
  // during an opening would mount the open screen again.
  return {
    request: requestOf(modal),
    first,
    destination,
    panes: { ...panesOf(kit) },
    router: createRouter<Views>(first, {
      destination,
      isReachable: (view) => isThere(store.getState(), view),
    }),
  }
}
