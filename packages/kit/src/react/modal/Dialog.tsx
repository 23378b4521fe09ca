import { useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode, RefObject, SyntheticEvent } from 'react'
import { isInputMethod } from '@latchkey/protocol/isInputMethod'
import { holdBorder } from '../../core/page/border.ts'
import { directionOf } from '../../core/options/locale.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import css from './dialog.css?inline'
import { useLaidOut } from './useLaidOut.ts'
import { useMeasuredHeight } from './useMeasuredHeight.ts'
import { useStillPage } from './useStillPage.ts'
import { show, useTopLayer } from './useTopLayer.ts'

type Props = {
  isOpen: boolean
  /**
   * Whether the browser blocks the rest of the page. It is false if wallets show windows inside the
   * page; the dialog is then above the page only by its z-index.
   */
  isModal: boolean
  /**
   * Whether another part of the kit covers the dialog. The dialog is then invisible, but the focus
   * can return to it.
   */
  isCovered: boolean | undefined
  isClosable: boolean
  onClose: () => void
  /** Shown over the card, inside the dialog element. */
  toasts: ReactNode
  children: ReactNode
}

/**
 * The native dialog element: the browser provides the top layer, makes the page inert, handles
 * Escape and returns the focus. An attempt to close the dialog while that is not allowed shakes it.
 * The element covers the whole window, so that the page behind it neither scrolls nor receives
 * clicks.
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
  useLaidOut(card, isOpen)
  useTopLayer(dialog, isOpen, isModal, isCovered)
  useStillPage(dialog)
  useHeldBorder(dialog, isOpen)
  const pressHandlers = usePressBeside(tryToClose)

  function tryToClose() {
    if (isClosable) return onClose()
    shake(card.current)
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
   * Called when the browser has closed the dialog by force, because Escape was pressed twice. The
   * event of an earlier close may arrive when the dialog is open again; it is ignored.
   */
  function onForcedClose() {
    if (!isOpen || dialog.current?.hasAttribute('open')) return
    if (isClosable) onClose()
    else if (dialog.current) show(dialog.current, isModal)
  }

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
      {...pressHandlers}
    >
      <div className="card" ref={card}>
        {children}
      </div>
      {toasts}
    </dialog>
  )
}

/** Shakes the card to show that the dialog cannot be closed now. */
function shake(card: HTMLElement | null): void {
  card?.animate?.(
    { translate: ['0', '-6px', '6px', '0'] },
    { duration: globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 0 : 240 },
  )
}

/**
 * Keeps the focus inside the shadow root while the dialog is open (`holdBorder`). It starts with
 * the first layout, so that a page that moves the focus back cannot take it from the dialog.
 */
function useHeldBorder(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const root = dialog.current?.getRootNode()
    if (isOpen && root instanceof ShadowRoot && root.host instanceof HTMLElement)
      return holdBorder(root.host)
  }, [dialog, isOpen])
}

/** The maximum vertical movement of a finger during a press, in CSS pixels. */
const maxMove = 10

/** Returns the handlers that notice a press outside the card. A swipe is not a press. */
function usePressBeside(onPress: () => void) {
  /** The vertical position at which the press began, in CSS pixels. */
  const start = useRef(NaN)
  return {
    onPointerDown(event: PointerEvent) {
      start.current = isBeside(event) ? event.clientY : NaN
    },
    onPointerUp(event: PointerEvent) {
      if (Math.abs(event.clientY - start.current) < maxMove && isBeside(event)) onPress()
      start.current = NaN
    },
  }
}

const isBeside = ({ target }: PointerEvent): boolean =>
  target instanceof Element && !target.closest('.card, .toasts, .alert-bar')
