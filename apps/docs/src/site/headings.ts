/** A heading of a page: its level (2 …), its text, and its anchor. */
export type Heading = { depth: number; text: string; id: string }

/**
 * The anchor of a heading: its words in lower case with hyphens between them, without other signs.
 */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/**
 * Gives the headings of a page their anchors. A heading with the words of an earlier one gets a
 * number behind them.
 * @param title the page's title, which is the first of its headings
 */
export function createAnchors(title: string): (heading: string) => string {
  const counts = new Map([[slugOf(title), 1]])
  return (heading) => {
    const slug = slugOf(heading)
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}
