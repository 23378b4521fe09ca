import type { Find } from './createFind.ts'
import { element } from './element.ts'
import { resultOf } from './resultOf.ts'
import type { Found } from './searchOptions.ts'

/** Creates the window of the search and adds it to the page. `open` shows it. */
export function searchWindow(find: Find): { dialog: HTMLDialogElement; open: () => void } {
  const { dialog, form, input, note, list } = windowParts()
  document.body.append(dialog)

  async function show() {
    const text = input.value.trim()
    const results = await find(text).catch(() => undefined)
    if (text !== input.value.trim()) return // the visitor has typed on
    list.replaceChildren(...(results ?? []).map((result) => resultOf(result, text)))
    note.textContent = noteOf(text, results)
  }
  const links = () => [...list.querySelectorAll('a')]

  input.addEventListener('input', () => void show())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    links()[0]?.click()
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || (event.target instanceof Element && event.target.closest('a')))
      dialog.close()
  })
  dialog.addEventListener('keydown', (event) => moveFocus(event, [input, ...links()]))
  return {
    dialog,
    open() {
      dialog.showModal()
      input.select()
      void show()
    },
  }
}

function windowParts() {
  const input = element('input', {
    type: 'search',
    autocomplete: 'off',
    spellcheck: false,
    placeholder: 'Search the docs',
  })
  input.setAttribute('aria-label', 'Search the docs')
  input.setAttribute('aria-describedby', 'search-note')
  const note = element('p', { className: 'search-note', id: 'search-note' })
  note.setAttribute('role', 'status')
  const close = element('button', {
    type: 'button',
    className: 'search-close',
    textContent: 'Close',
    onclick: () => dialog.close(),
  })
  const list = element('ul', { className: 'results' })
  const form = element('form', { method: 'dialog' }, input, close)
  const dialog = element('dialog', { className: 'search' }, form, note, list)
  dialog.setAttribute('aria-label', 'Search')
  return { dialog, form, input, note, list }
}

/** Returns the text that is shown instead of results. */
function noteOf(text: string, results: readonly Found[] | undefined): string {
  if (results === undefined) return 'The search did not load. Type again to retry.'
  if (text === '') return 'Words, options, hooks, error codes …'
  return results.length === 0 ? `Nothing is called “${text}”.` : ''
}

/**
 * Moves the focus with the arrow keys through the field and the results, from each end to the
 * other.
 */
function moveFocus(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.isComposing) return
  event.preventDefault()
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[(at + step + stops.length) % stops.length]?.focus()
}
