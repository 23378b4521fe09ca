/** Returns the nearest scrolling element around `element`, or the page. */
export function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.documentElement
}

/**
 * Returns the distance in CSS pixels from the start of the scrolling element to the start of a list
 * inside it.
 */
export function offsetWithin(scroller: Element, list: Element): number {
  return (
    list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
  )
}
