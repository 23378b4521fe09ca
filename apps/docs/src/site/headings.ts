/** A heading of a page: its level (2 …), its text, and its anchor. */
export type Heading = { depth: number; text: string; id: string }

/**
 * Returns the anchor of a heading: its words in lower case, with hyphens between them and without
 * other characters.
 */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/**
 * Creates a function that gives each heading of a page its anchor. If an earlier heading has the
 * same words, a number is added.
 * @param title the title of the page, which is its first heading
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
