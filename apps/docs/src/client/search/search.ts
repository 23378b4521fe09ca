import { createFind } from './createFind.ts'
import { element } from './element.ts'
import { searchWindow } from './searchWindow.ts'

/**
 * Creates the search: a button for the header, and its window. The index is loaded when the pointer
 * first reaches the button, or when the window first opens.
 */
export function search(): HTMLElement {
  const button = element('button', { type: 'button', className: 'tool search-button' })
  button.innerHTML =
    '<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M9 3.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11Zm4 9.500 4 4"/></svg><span>Search</span><kbd>/</kbd>'
  const find = createFind()
  const { dialog, open } = searchWindow(find)
  button.addEventListener('click', open)
  button.addEventListener('pointerenter', find.load, { once: true })
  document.addEventListener('keydown', (event) => {
    if (!isSearchKey(event) || dialog.open) return
    event.preventDefault()
    open()
  })
  return button
}

/** Whether a key opens the search: `/` outside a field, or K with Ctrl or Command. */
function isSearchKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  return (
    (key === '/' && !isTyping && !ctrlKey && !metaKey && !altKey) ||
    (key.toLowerCase() === 'k' && (ctrlKey || metaKey))
  )
}
