import { html, raw } from './html.ts'
import type { Html } from './html.ts'
import { contents } from './layout.ts'
import type { Heading } from './headings.ts'

/** The page before or after this page in the navigation. */
export type Neighbour = { href: string; title: string }

/**
 * Returns the content of `<main>` for a page from Markdown: its group, its title, a table of
 * contents for small windows, its body, and links to the previous and the next page.
 */
export function article({
  group,
  title,
  body,
  headings,
  before,
  after,
}: {
  group: string
  title: string
  body: string
  headings: readonly Heading[]
  before: Neighbour | undefined
  after: Neighbour | undefined
}): Html {
  return html`<article class="text">
<p class="eyebrow">${group}</p>
<h1>${title}</h1>
${headings.length > 1 && html`<details class="contents"><summary>On this page</summary>${contents(headings)}</details>`}
${raw(body)}
</article>
<nav class="ways" aria-label="Previous and next page">
${before && html`<a class="way before" href="${before.href}"><small>Previous</small>${before.title}</a>`}
${after && html`<a class="way after" href="${after.href}"><small>Next</small>${after.title}</a>`}
</nav>`
}
