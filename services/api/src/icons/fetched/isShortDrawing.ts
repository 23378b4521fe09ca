/** An element of a drawing. `parts`: the elements in it. `uses`: the ids to which it refers. */
type Element = { kind: string; parts: Element[]; uses: string[] }

/**
 * `drawn`: maximum of elements that a browser draws; an element counts each time it is referred to.
 * `depth`: maximum depth of nested elements; elements and references together may nest twice as
 * deep.
 */
const max = { drawn: 20_000, depth: 64 }

/** Elements that are colours. Referring to them draws no further element. */
const colours = new Set(['linearGradient', 'radialGradient'])

/**
 * Whether a browser draws an SVG in a short time. Without this check, drawing a small file could
 * never end: for example sixty masks of which each uses the next one twice. A `style` may refer
 * only to colours, because this check does not read to which elements the style applies.
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
    // if two elements have the same id, it is unclear which of them browsers use
    if (id !== undefined && byId.has(id)) return false
    if (id !== undefined) byId.set(id, element)
    if (kind === 'style') styled.push(...referencesIn(part.slice(head.length)))
    if (isClosed === '') open.push(element)
  }
  const isColour = (id: string) => colours.has(byId.get(id)?.kind ?? 'linearGradient')
  return styled.every(isColour) && countDrawn(root, byId) <= max.drawn
}

/** The ids to which attributes or styles refer. */
const referencesIn = (text: string) =>
  [...text.matchAll(/(?:url\(\s*["']?|href\s*=\s*["'])#([^"')]*)/gi)].map(([, id = '']) =>
    id.trim(),
  )

/**
 * The number of elements that are drawn. Infinite if references form a circle, or if the nesting is
 * too deep.
 */
function countDrawn(root: Element, byId: ReadonlyMap<string, Element>): number {
  const known = new Map<Element, number>()
  const count = (element: Element, depth: number): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    if (depth > max.depth * 2) return Infinity
    // infinite until the element is counted, so that a circle becomes infinite
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
