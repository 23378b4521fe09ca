import { useState } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
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
  if (!isOf(kit, opening, modal)) setOpening(openingOf(kit, modal))
  return opening
}

/** The number of the current opening or, while the modal is closed, of the next one. */
const requestOf = (modal: ModalState): number => (modal.open ? modal.request : modal.request + 1)
/**
 * The name of the requested screen; undefined for the usual first screen. While the modal is
 * closed, it is the screen that the next press on the kit's button requests.
 */
function requestedView(kit: Kit, modal: ModalState): string | undefined {
  if (modal.open) return modal.view
  return accountOf(kit.getState()) && 'Account'
}

/** The parameters of the requested screen. */
const paramsOf = (modal: ModalState): unknown => (modal.open ? modal.params : undefined)

/** The first screen of an opening. */
const firstOf = (kit: Kit, modal: ModalState): Route<Views> => {
  const viewName = requestedView(kit, modal)
  return {
    view: viewName ?? 'Connect',
    params: viewName ? paramsOf(modal) : undefined,
  } as Route<Views> // `kit.open` has checked the parameters
}

/** Whether another screen has to come before the first one. */
const isBlocked = (kit: Kit, modal: ModalState): boolean =>
  destinationOf(kit, manifestsOf(kit).store.getState(), firstOf(kit, modal)) !== undefined

type Key = { request: number; viewName: string | undefined; params: unknown; isBlocked: boolean }

/** Whether an opening is the current one, or the next one in the current state. */
const isOf = (kit: Kit, opening: Key, modal: ModalState): boolean =>
  opening.request === requestOf(modal) &&
  opening.viewName === requestedView(kit, modal) &&
  opening.params === paramsOf(modal) &&
  (modal.open || opening.isBlocked === isBlocked(kit, modal))

/**
 * Creates the stack of an opening. It begins with the requested screen or the usual first screen.
 */
function openingOf(kit: Kit, modal: ModalState) {
  const { store } = manifestsOf(kit)
  const first = firstOf(kit, modal)
  const isThere = (known: LoadedFeatures, view: string) =>
    !known.isComplete || viewOf(known, view) !== undefined
  const destination = destinationOf(kit, store.getState(), first)
  // The panes are copied: if their code loads later, it is used from the next opening on. A change
  // during an opening would mount the open screen again.
  return {
    request: requestOf(modal),
    viewName: requestedView(kit, modal),
    params: paramsOf(modal),
    isBlocked: destination !== undefined,
    panes: { ...panesOf(kit) },
    router: createRouter<Views>(first, {
      destination,
      isReachable: (view) => isThere(store.getState(), view),
    }),
  }
}
