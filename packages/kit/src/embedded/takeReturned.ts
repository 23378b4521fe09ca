import type { EntryPage } from './entryPage.ts'

/** The name in the query by which a login comes back to the site's page. frame.ts (GET_SOCIAL_REDIRECT_URI) */
const part = /([?&])latchkey-login=([^&#]*)&?/
/** Characters of the answer that it brings, escaped. frame.ts (CONNECT_SOCIAL) */
const most = 12_288

/** Takes the answer of a login out of the page's address, so that nothing else reads it, and a reload finds none; undefined where there is none. */
export function takeReturned(page: EntryPage): string | undefined {
  const [before = '', ...after] = page.href().split('#')
  const [, mark = '', answer = ''] = part.exec(before) ?? []
  if (!mark) return undefined
  page.rename([before.replace(part, mark).replace(/[?&]$/, ''), ...after].join('#'))
  return (answer.length <= most && new URLSearchParams(`a=${answer}`).get('a')) || undefined
}
