/**
 * Calls `look` when one of the elements changes its size; in a browser that can't observe elements,
 * when the window does. Returns the function that stops it.
 */
export function observeSizes(elements: readonly Element[], look: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') {
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }
  const sizes = new ResizeObserver(look)
  for (const element of elements) sizes.observe(element)
  return () => sizes.disconnect()
}
