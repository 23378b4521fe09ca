/** Calls `look` when one of the elements changes its size; when the window does, where the browser cannot observe elements. Returns its stop. */
export function observeSizes(elements: readonly Element[], look: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') {
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }
  const sizes = new ResizeObserver(look)
  for (const element of elements) sizes.observe(element)
  return () => sizes.disconnect()
}
