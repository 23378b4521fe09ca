/** Calls `look` when one of `seen` has its size and has another one; looks anew who that is when the children of `element` change. Returns its stop. */
export function followSizes(element: Element, seen: () => Iterable<Element>, look: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {}
  const sizes = new ResizeObserver(look)
  const follow = () => {
    sizes.disconnect()
    for (const one of seen()) sizes.observe(one) // which looks, once all of it has its place
  }
  const children = new MutationObserver(follow)
  children.observe(element, { childList: true })
  follow()
  return () => {
    sizes.disconnect()
    children.disconnect()
  }
}
