import { html } from './html.ts'
import type { EntryFiles, PageParts } from './layout.ts'

/** The page that shows all components of the screens. Its script fills it. */
export const partsPage = (files: EntryFiles): PageParts => ({
  address: 'parts.html',
  title: 'Parts',
  summary: 'Every button, row, field, alert, amount and code of the screens, dark and light.',
  kind: 'parts',
  extra: files,
  content: html`<article class="text"><p class="eyebrow">For contributors</p><h1>Parts</h1><p>What all screens are drawn with, each part in its states, dark and light. They are private to the repository: a site changes them by its <a href="guide.html#theme">theme</a>.</p><div id="parts"><noscript><p>The parts draw themselves, so they need JavaScript.</p></noscript></div></article>`,
})
