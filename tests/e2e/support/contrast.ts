import type { Locator } from '@playwright/test'

/** The same as `faintTextsIn`, called from a test. */
export const faintTexts = (within: Locator): Promise<string[]> => within.evaluate(faintTextsIn)

/**
 * Whether a part contains text in a translucent element (`opacity` below 1). `faintTexts` does not
 * judge such text.
 */
export const hasFadedTexts = (within: Locator): Promise<boolean> =>
  within.evaluate((root) =>
    [...root.querySelectorAll('*')].some(
      (element) =>
        getComputedStyle(element).opacity !== '1' &&
        element.textContent?.trim() &&
        element.checkVisibility({ opacityProperty: true }),
    ),
  )

/**
 * Texts, fields and icons inside `root` whose contrast is below WCAG 2.2 AA (4.5, or 3 for large
 * text and icons), as `text: ratio (colour on colour)`. Reads computed styles through shadow roots.
 * The background is composed of all translucent layers. Runs inside the page.
 */
export function faintTextsIn(root: Element): string[] {
  type Rgba = [number, number, number, number]
  const paper = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!paper) throw new Error('No canvas to read colours with')

  const known = new Map<string, Rgba>()
  const read = (color: string): Rgba => {
    const before = known.get(color)
    if (before) return before
    paper.clearRect(0, 0, 1, 1)
    paper.fillStyle = color
    paper.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = paper.getImageData(0, 0, 1, 1).data
    const found: Rgba = [red, green, blue, alpha / 255]
    known.set(color, found)
    return found
  }
  const over = ([r, g, b, a]: Rgba, [r2, g2, b2]: Rgba): Rgba => [
    r * a + r2 * (1 - a),
    g * a + g2 * (1 - a),
    b * a + b2 * (1 - a),
    1,
  ]
  const parentOf = (element: Element) =>
    element.parentElement ??
    (element.getRootNode() instanceof ShadowRoot
      ? (element.getRootNode() as ShadowRoot).host
      : null)
  const backgrounds = new Map<Element, Rgba>()
  const behind = (element: Element | null): Rgba => {
    if (!element) return [255, 255, 255, 1]
    const before = backgrounds.get(element)
    if (before) return before
    const color = read(getComputedStyle(element).backgroundColor)
    const all = color[3] === 1 ? color : over(color, behind(parentOf(element)))
    backgrounds.set(element, all)
    return all
  }
  const channel = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  const luminance = ([r, g, b]: Rgba) =>
    0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)
  const ratio = (a: Rgba, b: Rgba) => {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
    return (light + 0.05) / (dark + 0.05)
  }

  const faint: string[] = []
  for (const element of root.querySelectorAll('*')) {
    const text = [...element.childNodes]
      .flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : []))
      .join('')
      .trim()
    const style = getComputedStyle(element)
    const isIcon = element.matches('svg.icon')
    const isField =
      element.matches(
        'textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=color], [type=image])',
      ) && element.checkVisibility({ opacityProperty: true })
    if (
      (text === '' && !isIcon && !isField) ||
      style.clipPath !== 'none' ||
      !element.checkVisibility()
    )
      continue
    const size = Number.parseFloat(style.fontSize)
    const minRatio =
      isIcon || size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
    const background = behind(element)
    const judge = (what: string, color: string) => {
      const found = ratio(over(read(color), background), background)
      if (found < minRatio)
        faint.push(
          `${what}: ${found.toFixed(2)} (${color} on ${background.slice(0, 3).map(Math.round).join(' ')})`,
        )
    }
    if (!isField || read(style.color)[3] > 0)
      // the text of a field with transparent text is shown by another element
      judge(text || (isIcon ? 'an icon' : 'a field'), style.color)
    const placeholder = isField && element.getAttribute('placeholder')
    if (placeholder) judge(placeholder, getComputedStyle(element, '::placeholder').color)
  }
  return faint
}

/**
 * Whether a part has something that `faintTextsIn` does not judge: faded text, a link within a
 * text, which has to differ from it, or a text over a coloured part that does not contain it. Runs
 * inside the page.
 */
export function isBeyondFaintTextsIn(root: Element): boolean {
  const hasText = (element: Element | null) =>
    [...(element?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
  if ([...root.querySelectorAll('a[href]')].some((link) => hasText(link.parentElement))) return true
  const written: { element: Element; box: DOMRect }[] = []
  const painted: { element: Element; box: DOMRect }[] = []
  for (const element of root.querySelectorAll('*')) {
    const { opacity, backgroundColor, backgroundImage } = getComputedStyle(element)
    if (
      opacity !== '1' &&
      element.textContent?.trim() &&
      element.checkVisibility({ opacityProperty: true })
    )
      return true
    if (hasText(element)) written.push({ element, box: element.getBoundingClientRect() })
    if (backgroundImage !== 'none' || !/^(transparent|.*[,/] ?0\))$/.test(backgroundColor))
      painted.push({ element, box: element.getBoundingClientRect() })
  }
  const meet = (one: DOMRect, other: DOMRect) =>
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  return written.some(({ element, box }) =>
    painted.some(
      (one) =>
        meet(box, one.box) && !one.element.contains(element) && !element.contains(one.element),
    ),
  )
}
