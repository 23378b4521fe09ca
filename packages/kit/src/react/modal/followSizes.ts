/**
 * Calls `onChange` after the first layout of the elements that `seen` returns, and when one of them
 * changes its size. `seen` is called again when the children of `element` change.
 * @returns the function that stops it
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
    for (const element of seen()) sizes.observe(element) // `observe` calls `onChange` after layout
  }
  const children = new MutationObserver(follow)
  children.observe(element, { childList: true })
  follow()
  return () => {
    sizes.disconnect()
    children.disconnect()
  }
}
