import type { Options } from 'minisearch'

/** A part of a page that the search finds. */
export type Found = { id: number; url: string; page: string; heading: string; excerpt: string }

/**
 * Splits a text into words, and a name into the words inside it: “rpc” finds `customRpcUrls`,
 * “accent” finds `--lk-accent`.
 */
export const tokenize = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}_]+/u)
    .flatMap((word) => [
      word,
      ...(word.match(/^[a-z]+|[A-Z][a-z]+/g) ?? []).filter(
        (part) => part !== word && part.length > 2,
      ),
    ])

/** The options of the index. The build and the page must use the same options. */
export const searchOptions: Options<Found & { text: string }> = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['url', 'page', 'heading', 'excerpt'],
  tokenize,
  // a page of the guide comes before a type of the same name in the reference
  searchOptions: {
    boostDocument: (_id, _term, stored) => (String(stored?.['url']).startsWith('ref-') ? 0.7 : 1),
    boost: { heading: 6, page: 2 },
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean),
  },
}
