import type { Locator } from '@playwright/test'

/**
 * What can be pressed inside `within` and is smaller than `least` CSS pixels in a direction, as `name (width × height)`. A link in
 * a sentence is as high as its line (WCAG 2.2, 2.5.8).
 */
export async function smallTargets(within: Locator, least = 44): Promise<string[]> {
  const small: string[] = []
  for (const target of await within.locator('button, a[href], input, select').filter({ visible: true }).all()) {
    const isInSentence = await target.evaluate((element) => element.matches('a') && getComputedStyle(element).display === 'inline')
    if (isInSentence) continue
    const box = await target.boundingBox()
    const name = (await target.getAttribute('aria-label')) ?? (await target.innerText())
    // fractions of a pixel come from scaling
    if (box && (box.width < least - 0.5 || box.height < least - 0.5)) small.push(`${name} (${box.width} × ${box.height})`)
  }
  return small
}

/** What stands out of `within` to a side, or can be scrolled sideways, as the beginning of its HTML. */
export function overflowing(within: Locator): Promise<string[]> {
  return within.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    const isHidden = (part: Element) => getComputedStyle(part).clipPath !== 'none' || part.closest('svg') !== null
    const isOut = (part: Element) => {
      const box = part.getBoundingClientRect()
      const scrolls = part.scrollWidth > part.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(part).overflowX)
      return scrolls || (box.width > 0 && (box.left < left - 1 || box.right > right + 1))
    }
    return [element, ...element.querySelectorAll('*')].filter((part) => !isHidden(part) && isOut(part)).map((part) => `${part.outerHTML.slice(0, 120)} … ${part.scrollWidth} > ${part.clientWidth}`)
  })
}
