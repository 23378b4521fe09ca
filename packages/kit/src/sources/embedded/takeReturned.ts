import { answerMark } from '@latchkey/protocol/frame/wire'
import type { EntryPage } from './entryPage.ts'

/**
 * The beginning of the fragment with which a company login returns to the site's page. A fragment
 * is not sent to servers. See GET_SOCIAL_REDIRECT_URI in `packages/protocol/src/frame`.
 */
const loginMark = '#latchkey-login='
/** Mark after the answer in the address of a page that was loaded again with its earlier query. */
const repeatedMark = '&again'
/**
 * The maximum length of an escaped answer: of a company login (CONNECT_SOCIAL), and of the wallet's
 * own page (`redirectLength`).
 */
const maxLength = { [loginMark]: 12_288, [answerMark]: 3 * 65_536 }

/**
 * Removes an answer, of a login or of the wallet's own page, from the page's address, so that other
 * code and a reload do not see it. The answer returns to the page's path without its query. If the
 * page had a query, it is loaded again with the query and the answer.
 * @param left query and fragment of the page that was left
 * @param mark the beginning of the fragment, which is different for each kind of answer
 * @returns undefined without an answer, or when the page is loaded again
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
