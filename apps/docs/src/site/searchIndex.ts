import MiniSearch from 'minisearch'
import { searchOptions } from '../client/search/searchOptions.ts'
import type { Found } from '../client/search/searchOptions.ts'
import type { Section } from './sections.ts'

/** The maximum length of the text that a result shows, in characters. */
const shownText = 110

/** Makes the search index as JSON. It has one document for each section of each page. */
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

/** Returns the beginning of a text, cut at the end of a word. */
const shortened = (text: string) =>
  text.length <= shownText ? text : `${text.slice(0, shownText).replace(/\s+\S*$/, '')} …`
