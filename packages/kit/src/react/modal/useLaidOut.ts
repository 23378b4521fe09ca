import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Lays out the content of a closed dialog before the press, so that the press only has to show it.
 * React hides prerendered content by an inline `display: none`, which is removed here. The closed
 * dialog itself is invisible (`dialog.css`).
 */
export function useLaidOut(card: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const element = card.current
    if (isOpen || !element) return
    const layOut = () => {
      for (const child of element.children)
        if (child instanceof HTMLElement) child.style.removeProperty('display')
    }
    const observer = new MutationObserver(layOut)
    observer.observe(element, { childList: true })
    layOut()
    return () => observer.disconnect()
  }, [card, isOpen])
}
