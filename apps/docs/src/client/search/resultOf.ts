import { element } from './element.ts'
import type { Found } from './searchOptions.ts'

/**
 * Creates the row of a result: a link with the heading, the page, and the beginning of the text.
 */
export function resultOf({ url, page, heading, excerpt }: Found, text: string): HTMLElement {
  const base = document.body.dataset['base'] ?? ''
  const where = heading === page ? '' : page
  const parts = [
    element('strong', {}, ...marked(heading, text)),
    ...(where ? [element('small', { textContent: where })] : []),
    element('span', {}, ...marked(excerpt, text)),
  ]
  return element('li', {}, element('a', { href: `${base}${url}` }, ...parts))
}

/** Returns a text in which the words of the search are in `<mark>`. */
function marked(text: string, words: string): (Node | string)[] {
  const wanted = words.split(/[^\p{L}\p{N}_]+/u).filter((word) => word.length > 1)
  if (wanted.length === 0) return [text]
  return text
    .split(new RegExp(`(${wanted.join('|')})`, 'iu'))
    .map((part, at) => (at % 2 === 1 ? element('mark', { textContent: part }) : part))
}
