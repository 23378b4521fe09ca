/** A title and the items below it. */
export type Section<item> = { id: string; title: string; items: readonly item[] }

/**
 * A section with its position: its distance from the start of the list in CSS pixels, and the index
 * of its first item.
 */
export type PlacedSection<item> = Section<item> & { offset: number; height: number; first: number }

type Heights = { row: number; heading: number }

/** Computes the positions of the sections, which stand below each other. */
export function placeSections<item>(
  sections: readonly Section<item>[],
  { row, heading }: Heights,
): readonly PlacedSection<item>[] {
  let offset = 0
  let first = 0
  return sections.map((section) => {
    const placed = { ...section, offset, first, height: heading + section.items.length * row }
    offset += placed.height
    first += section.items.length
    return placed
  })
}

/**
 * Returns which items of a section lie between two positions of the list. The result contains
 * indexes within the section, without `end`.
 */
export function itemsBetween(
  { offset, items }: PlacedSection<unknown>,
  { top, bottom }: { top: number; bottom: number },
  { row, heading }: Heights,
): { start: number; end: number } {
  const within = (place: number) => Math.max(0, Math.min(items.length, place))
  const start = within(Math.floor((top - offset - heading) / row))
  return { start, end: Math.max(start, within(Math.ceil((bottom - offset - heading) / row))) }
}

/** Returns the distance in CSS pixels from the start of the list to an item. */
export function offsetOf(
  sections: readonly PlacedSection<unknown>[],
  index: number,
  { row, heading }: Heights,
): number {
  const section = sections.findLast(({ first }) => first <= index)
  return section ? section.offset + heading + (index - section.first) * row : 0
}
