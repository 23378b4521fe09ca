import { answerMark } from '@latchkey/protocol/frame/wire'
import type { EntryPage } from './entryPage.ts'

/**
 * The fragment by which a login comes back to the site's page: no server gets it. frame.ts
 * (GET_SOCIAL_REDIRECT_URI)
 */
const loginMark = '#latchkey-login='
/** Behind the answer where the page was loaded once more, with the query that it was left with. */
const repeatedMark = '&again'
/**
 * Characters of the answer that it brings, escaped: of a login by a company, frame.ts
 * (CONNECT_SOCIAL), and of the wallet's own page, wire.ts (redirectLength).
 */
const maxLength = { [loginMark]: 12_288, [answerMark]: 3 * 65_536 }

/**
 * Takes an answer, of a login or of the wallet's own page, out of the page's address, so that
 * nothing else reads it, and a reload finds none. It comes back to the page's path alone: where the
 * page was left with a query, it is loaded once more with that, and the answer.
 * @param left the query and the fragment that the page was left with
 * @param mark which answer: what the fragment begins with
 * @returns undefined where there is none, or where the page is loaded once more
 */
export function takeReturned(
  page: EntryPage,
  left: () => string,
  mark: keyof typeof maxLength = loginMark,
): string | undefined {
  const href = page.href()
  const hashStart = href.indexOf('#')
  if (hashStart < 0 || !href.startsWith(mark, hashStart)) return undefined
  const [before, answer] = [href.slice(0, hashStart), href.slice(hashStart + mark.length)]
  const [query = '', ...fragment] = left().split('#')
  if (query && !before.includes('?') && !answer.endsWith(repeatedMark))
    return void page.load(before + query + mark + answer + repeatedMark)
  page.rename([before, ...fragment].join('#'))
  return (
    (answer.length <= maxLength[mark] && new URLSearchParams(`a=${answer}`).get('a')) || undefined
  )
}
