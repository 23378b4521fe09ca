/** CSS pixels by which two places of the frame on the screen may differ and still be one. */
const tolerance = 2

type Place = { x: number; y: number }

/**
 * Where each frame was last on the screen, as a mouse in it has told. Kept beside the screens, as a
 * mouse may rest between two of them.
 */
const places = new WeakMap<Document, Place>()

/**
 * Calls back when the frame has another place on the screen than before: a site can move it under a
 * pointer that rests. Each move and press of a pointer tells the place; what the browser tells by
 * itself when something changes under one (`pointerover`) may still be the old place. A page
 * centers its frame anew with each height, so a new size has a place that nobody knows yet. A mouse
 * that presses where no place is known, having never moved there, was brought there. @returns a
 * function that ends it
 */
export function followPlace(page: Document, onMove: () => void): () => void {
  const life = new AbortController()
  const follow = ({
    screenX,
    screenY,
    clientX,
    clientY,
    isTrusted,
    type,
    pointerType,
  }: PointerEvent) => {
    if (!isTrusted || pointerType === '') return // a click by a key has no place
    const before = places.get(page)
    const isBrought = type === 'pointerdown' && pointerType === 'mouse' && !before
    const now = { x: screenX - clientX, y: screenY - clientY }
    places.set(page, now)
    if (
      isBrought ||
      (before && (Math.abs(before.x - now.x) > tolerance || Math.abs(before.y - now.y) > tolerance))
    )
      onMove()
  }
  // right after a move Chromium may still tell the old place, and the new one with the end of the
  // press
  for (const name of ['pointermove', 'pointerdown', 'pointerup', 'click'] as const)
    page.addEventListener(name, follow, { capture: true, signal: life.signal })
  page.defaultView?.addEventListener('resize', () => void places.delete(page), {
    signal: life.signal,
  })
  return () => life.abort()
}
