import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Opens and closes the native dialog element. It runs before the effects of the screen, because
 * they can focus only visible elements.
 * @param isModal whether the browser blocks the rest of the page
 * @param isCovered whether another part of the kit covers the dialog
 */
export function useTopLayer(
  dialog: RefObject<HTMLDialogElement | null>,
  isOpen: boolean,
  isModal: boolean,
  isCovered: boolean | undefined,
): void {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!isOpen) hide(element)
    // While the wallet's frame covers this dialog, the frame must be the last modal element that
    // was opened: only the last one lies on top and can be used. So this dialog is not opened as
    // modal.
    else if (isCovered !== true) show(element, isModal)
    else if (!element.hasAttribute('open')) show(element, false)
  }, [dialog, isOpen, isModal, isCovered])
}

const isModalKnown = (element: Element): boolean => 'showModal' in element

/**
 * Opens the dialog: with `isModal` in the top layer. Otherwise, and in a browser without modal
 * dialogs, it is above the page only by its z-index.
 */
export function show(element: HTMLDialogElement, isModal: boolean): void {
  if (element.hasAttribute('open')) {
    if (!isModalKnown(element) || element.matches(':modal') === isModal) return
    const { activeElement } = element.getRootNode() as Document | ShadowRoot // it is in the page
    element.close()
    open(element, isModal)
    // closing and opening moved the focus, to the page or to the first control
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
    return
  }
  open(element, isModal)
}

function open(element: HTMLDialogElement, isModal: boolean): void {
  if (isModal && isModalKnown(element)) element.showModal()
  else element.setAttribute('open', '')
}

function hide(element: HTMLDialogElement): void {
  if (isModalKnown(element)) element.close()
  else element.removeAttribute('open')
}
