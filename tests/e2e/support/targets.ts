import type { Locator } from '@playwright/test'

/**
 * Pressable elements inside `within` that are smaller than `min` CSS pixels in a direction, as
 * `name (width × height)`. A link in a sentence may be as high as its line (WCAG 2.2, 2.5.8).
 */
export function smallTargets(within: Locator, min = 44): Promise<string[]> {
  return within.locator('button, a[href], input, select').evaluateAll((targets, min) => {
    const isTarget = (target: Element) =>
      target.checkVisibility({ visibilityProperty: true }) &&
      !(target.matches('a') && getComputedStyle(target).display === 'inline')
    return targets.filter(isTarget).flatMap((target) => {
      const { width, height } = target.getBoundingClientRect()
      const name = target.getAttribute('aria-label') ?? (target as HTMLElement).innerText
      if (width === 0 || height === 0) return [] // the element is invisible
      // scaling causes fractions of a pixel
      return width < min - 0.5 || height < min - 0.5 ? [`${name} (${width} × ${height})`] : []
    })
  }, min)
}

/** The same as `overflowingIn`, called from a test. */
export const overflowing = (within: Locator): Promise<string[]> => within.evaluate(overflowingIn)

/**
 * Elements that overflow `element` sideways, or can be scrolled sideways. Each is given as the
 * beginning of its HTML and its text. Runs inside the page.
 */
export function overflowingIn(element: Element): string[] {
  const { left, right } = element.getBoundingClientRect()
  const isHidden = (part: Element) =>
    getComputedStyle(part).clipPath !== 'none' || part.closest('svg') !== null
  const isOut = (part: Element) => {
    const box = part.getBoundingClientRect()
    const scrolls =
      part.scrollWidth > part.clientWidth + 1 &&
      ['auto', 'scroll'].includes(getComputedStyle(part).overflowX)
    return scrolls || (box.width > 0 && (box.left < left - 1 || box.right > right + 1))
  }
  // boxes are checked first, because styles cost more and few parts overflow
  return [element, ...element.querySelectorAll('*')]
    .filter((part) => isOut(part) && !isHidden(part))
    .map(
      (part) =>
        `${part.outerHTML.slice(0, 120)} … ${part.textContent.slice(0, 60)} … ${part.scrollWidth} > ${part.clientWidth}`,
    )
}

/**
 * Amounts inside `within`, and names of tabs and actions, that overflow their container sideways:
 * cut there, or beyond its edge. Names of tokens and addresses may be cut.
 */
export function cutAmounts(within: Locator): Promise<string[]> {
  return within.evaluate((element) => {
    const texts: Text[] = []
    for (const part of element.querySelectorAll('*'))
      texts.push(...[...part.childNodes].filter((node) => node instanceof Text))
    const isTarget = ({ data, parentElement }: Text) =>
      /\d[.,]\d/.test(data) || parentElement?.closest('[role=tab], .action') != null
    const boxesOf = (text: Text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return [...range.getClientRects()]
    }
    const isOut = (text: Text) => {
      const boxes = boxesOf(text)
      for (
        let holder = text.parentElement;
        holder && element.contains(holder);
        holder = holder.parentElement
      ) {
        const style = getComputedStyle(holder)
        if (style.clipPath !== 'none') return false // the text is only for screen readers
        const { left, right } = holder.getBoundingClientRect()
        if (
          style.display !== 'contents' &&
          boxes.some((box) => box.left < left - 1 || box.right > right + 1)
        )
          return true
      }
      return false
    }
    return texts.filter((text) => isTarget(text) && isOut(text)).map(({ data }) => data)
  })
}

/**
 * Parts of `within` by `selector` whose text is wider or higher than their box, with or without an
 * ellipsis.
 */
export function cutIn(within: Locator, selector: string): Promise<string[]> {
  return within
    .locator(selector)
    .evaluateAll((parts) =>
      parts
        .filter(
          (part) =>
            part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 4,
        )
        .map((part) => part.textContent),
    ) // a small excess is allowed, because accents may reach beyond a line
}
