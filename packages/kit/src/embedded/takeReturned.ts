import type { EntryPage } from './entryPage.ts'

/** The fragment by which a login comes back to the site's page: no server gets it. frame.ts (GET_SOCIAL_REDIRECT_URI) */
const mark = '#latchkey-login='
/** Behind the answer where the page was loaded once more, with the query that it was left with. */
const again = '&again'
/** Characters of the answer that it brings, escaped. frame.ts (CONNECT_SOCIAL) */
const most = 12_288

/**
 * Takes the answer of a login out of the page's address, so that nothing else reads it, and a reload finds none. A login comes back to the page's path alone: where the page was
 * left with a query, it is loaded once more with that, and the answer.
 * @param left the query and the fragment that the page was left with
 * @returns undefined where there is none, or where the page is loaded once more
 */
export function takeReturned(page: EntryPage, left: () => string): string | undefined {
  const href = page.href()
  const at = href.indexOf('#')
  if (at < 0 || !href.startsWith(mark, at)) return undefined
  const [before, answer] = [href.slice(0, at), href.slice(at + mark.length)]
  const [query = '', ...fragment] = left().split('#')
  if (query && !before.includes('?') && !answer.endsWith(again)) return void page.load(before + query + mark + answer + again)
  page.rename([before, ...fragment].join('#'))
  return (answer.length <= most && new URLSearchParams(`a=${answer}`).get('a')) || undefined
}
