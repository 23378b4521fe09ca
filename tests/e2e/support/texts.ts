/**
 * Every text node and every accessible name inside `element`, as written, except parts that are
 * marked as the same in all languages. Runs inside the page.
 */
export function rawTextsIn(element: Element): string[] {
  const named = ['aria-label', 'title', 'placeholder'].flatMap((name) =>
    [...element.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name) ?? ''),
  )
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const written: string[] = []
  while (walker.nextNode())
    if (!walker.currentNode.parentElement?.closest('[translate=no]'))
      written.push(walker.currentNode.textContent ?? '')
  return [...named, ...written]
}

/** Removes direction marks, extra spaces and repeated texts. Runs inside the page. */
export function cleanedIn(raw: readonly string[]): string[] {
  return [
    ...new Set(
      raw
        .map((text) =>
          text
            .replaceAll(/[\u2066-\u2069]/g, '')
            .replaceAll(/\s+/g, ' ')
            .trim(),
        )
        .filter(Boolean),
    ),
  ]
}

/** The `texts` that contain words. `names`, and parts of addresses, are not words. */
export function withWords(texts: readonly string[], names: readonly string[]): string[] {
  const byLength = [...new Set(names.map((name) => name.replaceAll(/\s+/g, ' ').trim()))].toSorted(
    (one, other) => other.length - one.length,
  )
  const words = (text: string) => byLength.reduce((rest, name) => rest.replaceAll(name, ''), text)
  return texts.filter(
    (text) =>
      /\p{L}{2,}/u.test(text) &&
      /\p{L}{2,}/u.test(
        words(text).replaceAll(/0x[\da-f]+(…[\da-f]+)?|\b(?=[a-f]*\d)[\da-f]{4,}\b/gi, ''),
      ),
  )
}

/**
 * Texts inside `element` that are cut off without an ellipsis or scrolling. Runs inside the page.
 */
export function clippedTextsIn(element: Element): string[] {
  return [...element.querySelectorAll('*')].flatMap((part) => {
    const hasText = [...part.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
    const isLonger =
      part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 4
    if (!hasText || !isLonger) return [] // styles cost more than boxes, and few texts are longer
    const style = getComputedStyle(part)
    if (style.clipPath !== 'none' || style.display === 'inline') return []
    const isCutAside =
      style.overflowX === 'hidden' &&
      style.textOverflow !== 'ellipsis' &&
      part.scrollWidth > part.clientWidth + 1
    // 4 pixels are allowed, because accents may reach beyond a line
    const isCutBelow = style.overflowY === 'hidden' && part.scrollHeight > part.clientHeight + 4
    return isCutAside || isCutBelow ? [`${part.className}: ${part.textContent}`] : []
  })
}
