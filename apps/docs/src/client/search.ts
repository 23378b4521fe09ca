import type { Found } from './searchOptions.ts'

/** Max results shown. */
const maxResults = 12

type Find = (text: string) => readonly Found[]

/** Loads the index, once. @throws Error when it cannot be loaded */
async function loadFind(): Promise<Find> {
  const [{ default: MiniSearch }, { searchOptions }, response] = await Promise.all([
    import('minisearch'),
    import('./searchOptions.ts'),
    fetch(document.body.dataset['search'] ?? '', { signal: AbortSignal.timeout(20_000) }),
  ])
  if (!response.ok) throw new Error('The index did not come')
  const index = MiniSearch.loadJSON<Found & { text: string }>(await response.text(), searchOptions)
  // the fields that our build wrote into the index
  return (text) => index.search(text).slice(0, maxResults) as unknown as readonly Found[]
}

const element = <name extends keyof HTMLElementTagNameMap>(
  name: name,
  properties: { readonly [property: string]: unknown } = {},
  ...children: readonly (Node | string)[]
) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/**
 * Makes the search: a button for the header, and its dialog. The index loads when the dialog first
 * opens.
 */
export function search(): HTMLElement {
  const button = element('button', { type: 'button', className: 'tool search-button' })
  button.innerHTML =
    '<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M9 3.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11Zm4 9.500 4 4"/></svg><span>Search</span><kbd>/</kbd>'
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
  const list = element('ul', { className: 'results' })
  const form = element(
    'form',
    { method: 'dialog' },
    input,
    element('button', {
      type: 'button',
      className: 'search-close',
      textContent: 'Close',
      onclick: () => dialog.close(),
    }),
  )
  const dialog = element('dialog', { className: 'search' }, form, note, list)
  dialog.setAttribute('aria-label', 'Search')
  document.body.append(dialog)

  let finding: Promise<Find> | undefined
  const find = () => {
    finding ??= loadFind()
    finding.catch(() => (finding = undefined)) // the next press tries again
    return finding
  }

  async function show() {
    const text = input.value.trim()
    const results = await find().then(
      (search) => search(text),
      () => undefined,
    )
    if (text !== input.value.trim()) return // the visitor has typed more
    list.replaceChildren(...(results ?? []).map((result) => resultOf(result, text)))
    note.textContent =
      results === undefined
        ? 'The search did not load. Type again to retry.'
        : text === ''
          ? 'Words, options, hooks, error codes …'
          : results.length === 0
            ? `Nothing is called “${text}”.`
            : ''
  }

  const links = () => [...list.querySelectorAll('a')]
  const open = () => {
    dialog.showModal()
    input.select()
    void show()
  }
  button.addEventListener('click', open)
  button.addEventListener('pointerenter', () => void find().catch(() => {}), { once: true })
  input.addEventListener('input', () => void show())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    links()[0]?.click()
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || (event.target instanceof Element && event.target.closest('a')))
      dialog.close()
  })
  dialog.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || event.isComposing) return
    event.preventDefault()
    const stops: HTMLElement[] = [input, ...links()]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    stops[(at + step + stops.length) % stops.length]?.focus()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof HTMLElement &&
      event.target.matches('input, textarea, select, [contenteditable]')
    const isSearchKey =
      (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) ||
      (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey))
    if (!isSearchKey || dialog.open) return
    event.preventDefault()
    open()
  })
  return button
}

function resultOf({ url, page, heading, excerpt }: Found, text: string): HTMLElement {
  const base = document.body.dataset['base'] ?? ''
  const where = heading === page ? '' : page
  const parts = [
    element('strong', {}, ...marked(heading, text)),
    ...(where ? [element('small', { textContent: where })] : []),
    element('span', {}, ...marked(excerpt, text)),
  ]
  return element('li', {}, element('a', { href: `${base}${url}` }, ...parts))
}

/** A text with the searched words in `<mark>`. */
function marked(text: string, words: string): (Node | string)[] {
  const wanted = words.split(/[^\p{L}\p{N}_]+/u).filter((word) => word.length > 1)
  if (wanted.length === 0) return [text]
  return text
    .split(new RegExp(`(${wanted.join('|')})`, 'iu'))
    .map((part, at) => (at % 2 === 1 ? element('mark', { textContent: part }) : part))
}
