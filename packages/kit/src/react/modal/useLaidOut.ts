import { useEffect } from 'react'
import type { RefObject } from 'react'
import { painted } from '../../core/page/painted.ts'

/**
 * Lays out the content of a closed dialog before the press, so that the press only has to show it.
 * React hides prerendered content by an inline `display: none`, which is removed here: after the
 * next frame, which may be that of the press that closed the dialog. The closed dialog itself is
 * invisible (`dialog.css`).
 */
export function useLaidOut(card: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const element = card.current
    if (isOpen || !element) return
    const layOut = () => {
      for (const child of element.children)
        if (child instanceof HTMLElement && child.style.display === 'none')
          child.style.removeProperty('display')
    }
    // React hides the content again at every change in it
    const observer = new MutationObserver(layOut)
    let isClosed = true
    void painted().then(() => {
      if (!isClosed) return
      observer.observe(element, { childList: true, subtree: true, attributeFilter: ['style'] })
      layOut()
    })
    return () => {
      isClosed = false
      observer.disconnect()
    }
  }, [card, isOpen])
}
