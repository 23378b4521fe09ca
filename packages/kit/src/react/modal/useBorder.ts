import { useEffect } from 'react'
import type { RefObject } from 'react'
import { keepEvents } from '../../core/keepEvents.ts'

/**
 * Makes the dialog a border to the page around it. Its events stay inside; the first Escape is the dialog's, also where the page listens before others (`capture`); and it stays seen and reachable where a dialog of the page has
 * marked everything beside itself as hidden.
 */
export function useBorder(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const host = hostOf(dialog.current)
    return host && keepEvents(host)
  }, [dialog])

  useEffect(() => {
    const host = hostOf(dialog.current)
    if (!isOpen || !host) return
    /** Marks of other dialogs: they mean what is behind those. */
    const show = () => {
      for (const mark of ['aria-hidden', 'inert']) if (host.hasAttribute(mark)) host.removeAttribute(mark)
    }
    /** Keys reach the page's own listeners no more, so what is inside gets a copy. The browser itself closes the dialog afterwards. */
    const onKey = (event: KeyboardEvent) => {
      const [target] = event.composedPath()
      if (event.key !== 'Escape' || event.target !== host || !(target instanceof Element)) return
      event.stopImmediatePropagation()
      const copy = new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true, isComposing: event.isComposing })
      if (!target.dispatchEvent(copy)) event.preventDefault()
    }
    /** A focus that comes here is not lost by the page, which would fetch it back. */
    const onLeave = (event: FocusEvent) => {
      if (event.relatedTarget === host) event.stopImmediatePropagation()
    }
    show()
    const marks = new MutationObserver(show)
    marks.observe(host, { attributeFilter: ['aria-hidden', 'inert'] })
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('focusout', onLeave, true)
    return () => {
      marks.disconnect()
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('focusout', onLeave, true)
    }
  }, [dialog, isOpen])
}

function hostOf(dialog: Element | null): Element | undefined {
  const root = dialog?.getRootNode()
  return root instanceof ShadowRoot ? root.host : undefined
}
