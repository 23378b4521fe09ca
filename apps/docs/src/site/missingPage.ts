import { html } from './html.ts'
import type { PageParts } from './layout.ts'

/**
 * The page that is served for every address that does not exist.
 * @param base the prefix of its URLs; they cannot be relative, because the page has no address of
 *   its own
 */
export const missingPage = (base: string): PageParts => ({
  address: '404.html',
  title: 'Not found',
  summary: 'There is no such page.',
  hasNav: false,
  kind: 'missing',
  base,
  content: html`<article class="text"><p class="eyebrow">404</p><h1>There is no such page</h1><p>It may have another name now. Begin at the <a href="${base}index.html">start page</a> or in the <a href="${base}guide.html">guide</a>, or press <kbd>/</kbd> to search.</p></article>`,
})
