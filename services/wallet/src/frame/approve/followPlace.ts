/** CSS pixels by which two places of the frame on the screen may differ and still be one. */
const tolerance = 2

/** Frames that have had a pointer in them. Kept beside the screens, as a pointer that rests between two of them tells the next one nothing. */
const visited = new WeakSet<Document>()

/**
 * Calls back when the frame has another place on the screen than before: a site can move it under a pointer that rests. Each event of a pointer tells the place. A mouse that presses in a
 * frame in which it has never been was brought there. @returns a function that ends it
 */
export function followPlace(page: Document, onMove: () => void): () => void {
  const life = new AbortController()
  let place: { x: number; y: number } | undefined
  const follow = ({ screenX, screenY, clientX, clientY, isTrusted, type, pointerType }: PointerEvent) => {
    if (!isTrusted || pointerType === '') return // a click by a key has no place
    const before = place
    const now = (place = { x: screenX - clientX, y: screenY - clientY })
    const isBrought = type === 'pointerdown' && pointerType === 'mouse' && !visited.has(page)
    visited.add(page)
    if (isBrought || (before && (Math.abs(before.x - now.x) > tolerance || Math.abs(before.y - now.y) > tolerance))) onMove()
  }
  // right after a move Chromium may still tell the old place, and the new one with the end of the press
  for (const name of ['pointerover', 'pointermove', 'pointerdown', 'pointerup', 'click'] as const) page.addEventListener(name, follow, { capture: true, signal: life.signal })
  return () => life.abort()
}
