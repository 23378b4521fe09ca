/**
 * Calls `onChange` when one of the elements changes its size. In a browser without ResizeObserver,
 * it is called when the window changes its size.
 * @returns the function that stops it
 */
export function observeSizes(elements: readonly Element[], onChange: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') {
    addEventListener('resize', onChange)
    return () => removeEventListener('resize', onChange)
  }
  const sizes = new ResizeObserver(onChange)
  for (const element of elements) sizes.observe(element)
  return () => sizes.disconnect()
}
