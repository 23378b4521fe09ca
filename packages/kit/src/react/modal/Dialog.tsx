import { useEffect, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode, SyntheticEvent } from 'react'
import { isInputMethod } from '@latchkey/protocol/isInputMethod'
import { holdBorder } from '../../core/page/border.ts'
import { directionOf } from '../../core/options/locale.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import css from './dialog.css?inline'
import { useMeasuredHeight } from './useMeasuredHeight.ts'

type Props = {
  isOpen: boolean
  /**
   * Whether the browser blocks the rest of the page. If wallets show windows inside the page, the
   * dialog is above the page only by its z-index.
   */
  isModal: boolean
  /**
   * Whether another part of the kit covers the dialog. It is then not visible, but the focus can
   * return to it.
   */
  isCovered: boolean | undefined
  isClosable: boolean
  onClose: () => void
  /** Shown over the card, inside the dialog. */
  toasts: ReactNode
  children: ReactNode
}

/**
 * The native dialog: the browser provides the top layer, the inert page, Escape and the return of
 * the focus. It shakes on an attempt to close it while that is not allowed. It covers the whole
 * window, so that the page behind neither scrolls nor receives clicks.
 */
export function Dialog({
  isOpen,
  isModal,
  isCovered,
  isClosable,
  onClose,
  toasts,
  children,
}: Props) {
  useStyles(css)
  const language = useLanguage()
  const dialog = useRef<HTMLDialogElement>(null)
  const card = useMeasuredHeight()
  /** The vertical position at which a press beside the card began, in CSS pixels. */
  const pressed = useRef(NaN)

  // runs before the effects of the screen, which can focus only visible elements
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!isOpen) hide(element)
    // the last element opened in the top layer lies above the rest and blocks it: here the wallet's
    // frame, which covers this dialog
    else if (isCovered !== true) show(element, isModal)
    else if (!element.hasAttribute('open')) show(element, false)
  }, [isOpen, isModal, isCovered])

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // zooming is never prevented
    const stay = (event: WheelEvent | TouchEvent) => {
      const isZoom = 'touches' in event ? event.touches.length > 1 : event.ctrlKey
      if (!isZoom && !isScrollable(event)) event.preventDefault()
    }
    element.addEventListener('wheel', stay, { passive: false })
    element.addEventListener('touchmove', stay, { passive: false })
    return () => {
      element.removeEventListener('wheel', stay)
      element.removeEventListener('touchmove', stay)
    }
  }, [])

  // runs before the dialog opens: it must not take the focus from a page that moves it back
  useLayoutEffect(() => {
    const root = dialog.current?.getRootNode()
    if (isOpen && root instanceof ShadowRoot && root.host instanceof HTMLElement)
      return holdBorder(root.host)
  }, [isOpen])

  function tryToClose() {
    if (isClosable) return onClose()
    card.current?.animate?.(
      { translate: ['0', '-6px', '6px', '0'] },
      { duration: globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 0 : 240 },
    )
  }

  function onCancel(event: SyntheticEvent) {
    event.preventDefault()
    tryToClose()
  }

  /** Handles Escape in a dialog that is not modal. */
  function onKeyDown(event: KeyboardEvent) {
    if (
      event.key === 'Escape' &&
      !isInputMethod(event.nativeEvent) &&
      !event.currentTarget.matches(':modal')
    )
      tryToClose()
  }

  /**
   * The browser closes a dialog by force when Escape is pressed twice. The event of an earlier
   * close may arrive when the dialog is open again.
   */
  function onForcedClose() {
    if (!isOpen || dialog.current?.hasAttribute('open')) return
    if (isClosable) onClose()
    else if (dialog.current) show(dialog.current, isModal)
  }

  const isOverlay = (event: PointerEvent) =>
    event.target instanceof Element && !event.target.closest('.card, .toasts, .alert-bar')

  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-covered={isCovered || undefined}
      lang={language}
      dir={directionOf(language)}
      aria-labelledby="latchkey-title"
      aria-modal={isModal ? undefined : true}
      onCancel={onCancel}
      onClose={onForcedClose}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => (pressed.current = isOverlay(event) ? event.clientY : NaN)}
      onPointerUp={(event) => {
        // a swipe is not a press
        if (Math.abs(event.clientY - pressed.current) < maxMove && isOverlay(event)) tryToClose()
        pressed.current = NaN
      }}
    >
      <div className="card" ref={card}>
        {children}
      </div>
      {toasts}
    </dialog>
  )
}

/** The maximum vertical movement of a finger during a press, in CSS pixels. */
const maxMove = 10

const isModalKnown = (element: Element): boolean => 'showModal' in element

/**
 * Opens the dialog in the top layer. In a browser without modal dialogs it is above the page only
 * by its z-index.
 */
function show(element: HTMLDialogElement, isModal: boolean): void {
  if (element.hasAttribute('open')) {
    if (!isModalKnown(element) || element.matches(':modal') === isModal) return
    const { activeElement } = element.getRootNode() as Document | ShadowRoot // it is in the page
    element.close()
    open(element, isModal)
    // the browser has moved the focus: to the page, or to the first control
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

/** Whether the event happens in an element that can scroll by itself. */
function isScrollable(event: Event): boolean {
  return event
    .composedPath()
    .some(
      (target) =>
        target instanceof Element &&
        target.scrollHeight > target.clientHeight &&
        getComputedStyle(target).overflowY === 'auto',
    )
}
