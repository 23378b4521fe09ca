/** An element: the elements in it, and the ids of those that it refers to. */
type Element = { kind: string; parts: Element[]; uses: string[] }

/**
 * Max elements that a browser draws, each counted as often as it is referred to, and max depth of
 * elements and of references.
 */
const max = { drawn: 20_000, depth: 64 }

/** Elements that are colours. A reference to them draws no further element. */
const colours = new Set(['linearGradient', 'radialGradient'])

/**
 * Whether a browser draws an SVG in a short time. Without this check, sixty masks that each use the
 * next one twice would have few bytes and take for ever. A `style` may refer to colours only,
 * because this check does not read which elements it applies to.
 * @param parts the text after each `<`
 */
export function isShortDrawing(parts: readonly string[]): boolean {
  const root: Element = { kind: '', parts: [], uses: [] }
  const open = [root]
  const byId = new Map<string, Element>()
  const styled: string[] = []
  for (const part of parts) {
    const parent = open.at(-1)
    if (!parent) return false
    if (part.startsWith('/')) {
      open.pop()
      continue
    }
    const [head, kind = '', attributes = '', isClosed] =
      /^([\w:-]+)((?:"[^"]*"|'[^']*'|[^"'>/]|\/(?!>))*)(\/?)>/.exec(part) ?? []
    if (head === undefined || open.length > max.depth) return false
    const element = { kind, parts: [], uses: referencesIn(attributes) }
    parent.parts.push(element)
    const [, , id] = /\sid\s*=\s*(["'])(.*?)\1/s.exec(attributes) ?? []
    if (id !== undefined && byId.has(id)) return false // browsers use one of the two elements
    if (id !== undefined) byId.set(id, element)
    if (kind === 'style') styled.push(...referencesIn(part.slice(head.length)))
    if (isClosed === '') open.push(element)
  }
  const isColour = (id: string) => colours.has(byId.get(id)?.kind ?? 'linearGradient')
  return styled.every(isColour) && countDrawn(root, byId) <= max.drawn
}

/** The ids to which attributes, or styles, refer. */
const referencesIn = (text: string) =>
  [...text.matchAll(/(?:url\(\s*["']?|href\s*=\s*["'])#([^"')]*)/gi)].map(([, id = '']) =>
    id.trim(),
  )

/**
 * The number of elements that are drawn. Infinite where references form a circle, or nest deeper
 * than the maximum.
 */
function countDrawn(root: Element, byId: ReadonlyMap<string, Element>): number {
  const known = new Map<Element, number>()
  const count = (element: Element, depth: number): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    if (depth > max.depth * 2) return Infinity
    // stays infinite until the element is counted, so a circle is infinite
    known.set(element, Infinity)
    const used = colours.has(element.kind) ? [] : element.uses.flatMap((id) => byId.get(id) ?? [])
    const all = [...element.parts, ...used].reduce(
      (total, child) => total + count(child, depth + 1),
      1,
    )
    known.set(element, all)
    return all
  }
  return count(root, 0)
}
