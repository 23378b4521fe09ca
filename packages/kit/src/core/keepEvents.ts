/** What a visitor does in an element, and what follows from it. Capturing listeners of the page are called before any of the element's. */
const kept = [
  'wheel', 'touchstart', 'touchmove', 'touchend', 'touchcancel',
  'pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerover', 'pointerout',
  'mousedown', 'mousemove', 'mouseup', 'mouseover', 'mouseout', 'click', 'dblclick', 'auxclick', 'contextmenu',
  'keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'compositionstart', 'compositionupdate', 'compositionend',
  'focusin', 'focusout', 'copy', 'cut', 'paste', 'dragstart', 'dragend', 'dragenter', 'dragover', 'dragleave', 'drop',
] as const

/**
 * Keeps what happens inside an element from the page: a page's dialog closes for a press outside of it, its locks stop the wheel and fingers, and its shortcuts are keys that a visitor writes here.
 * @returns ends it
 */
export function keepEvents(host: Element): () => void {
  const stop = (event: Event) => event.stopPropagation()
  for (const name of kept) host.addEventListener(name, stop)
  return () => {
    for (const name of kept) host.removeEventListener(name, stop)
  }
}
