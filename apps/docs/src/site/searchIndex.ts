import MiniSearch from 'minisearch'
import { searchOptions } from '../client/search/searchOptions.ts'
import type { Found } from '../client/search/searchOptions.ts'
import type { Section } from './sections.ts'

/** Max characters of a section in a result. */
const shownText = 110

/** Makes the search index as JSON: one document for each section of each page. */
export function searchIndex(
  pages: readonly { address: string; title: string; sections: readonly Section[] }[],
): string {
  const index = new MiniSearch<Found & { text: string }>(searchOptions)
  let id = 0
  for (const { address, title, sections } of pages)
    for (const { id: anchor, heading, text } of sections)
      index.add({
        id: id++,
        url: `${address}${anchor ? `#${anchor}` : ''}`,
        page: title,
        heading,
        text,
        excerpt: shortened(text),
      })
  return JSON.stringify(index)
}

/** The start of a text, cut at the end of a word. */
const shortened = (text: string) =>
  text.length <= shownText ? text : `${text.slice(0, shownText).replace(/\s+\S*$/, '')} …`
