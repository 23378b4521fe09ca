/** An element: what is in it, and the ids of what it draws besides. */
type Element = { kind: string; parts: Element[]; uses: string[] }

/**
 * Elements that a browser draws at most, each as often as others refer to it; how deep they may
 * stand in each other, and references follow each other.
 */
const max = { drawn: 20_000, depth: 64 }

/** They are colours: what refers to one draws nothing more. */
const colours = new Set(['linearGradient', 'radialGradient'])

/**
 * Whether a browser draws an SVG soon. Sixty masks of which each uses the next one twice are few
 * bytes, and drawn for ever. A `style` may refer to colours alone: which elements it is of is not
 * looked at.
 * @param parts the text behind each `<`
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
    if (id !== undefined && byId.has(id)) return false // browsers choose one of them
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
 * Elements that are drawn; infinite where they refer to each other in a circle, or one after the
 * other without an end in sight.
 */
function countDrawn(root: Element, byId: ReadonlyMap<string, Element>): number {
  const known = new Map<Element, number>()
  const count = (element: Element, depth: number): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    if (depth > max.depth * 2) return Infinity
    known.set(element, Infinity) // until it is counted: a circle
    const used = colours.has(element.kind) ? [] : element.uses.flatMap((id) => byId.get(id) ?? [])
    const all = [...element.parts, ...used].reduce((total, one) => total + count(one, depth + 1), 1)
    known.set(element, all)
    return all
  }
  return count(root, 0)
}
