/**
 * Calls `onChange` when an element of `seen` gets its first or another size. The elements are read
 * again when the children of `element` change. Returns the function that stops it.
 */
export function followSizes(
  element: Element,
  seen: () => Iterable<Element>,
  onChange: () => void,
): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {}
  const sizes = new ResizeObserver(onChange)
  const follow = () => {
    sizes.disconnect()
    for (const element of seen()) sizes.observe(element) // calls `onChange` after layout
  }
  const children = new MutationObserver(follow)
  children.observe(element, { childList: true })
  follow()
  return () => {
    sizes.disconnect()
    children.disconnect()
  }
}
