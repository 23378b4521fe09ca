/**
 * CSS pixels by which two positions of the frame may differ and still count as the same.
 */
const tolerance = 2

type Place = { x: number; y: number }

/**
 * The last known screen position of each frame, computed from a mouse event in the frame. It is
 * stored outside of the screens, because the mouse may rest while one screen replaces another.
 */
const places = new WeakMap<Document, Place>()

/**
 * Calls back when the frame's position on the screen has changed: a site can move the frame under a
 * resting pointer.
 * - Each move and press of a pointer shows the position.
 * - A `pointerover`, which the browser sends by itself when something changes under the pointer,
 *   may still have the old position, so it is not used.
 * - A page centers its frame again after each change of height, so after a new size the position is
 *   unknown.
 * - If a mouse presses, without a move before, while the frame's position is unknown, the frame has
 *   come to the mouse. That counts as a change, too.
 * @returns a function that stops watching
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
    if (!isTrusted || pointerType === '') return // a click by a key has no position
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
  // Right after a move of the frame, Chromium may still report the old position. It reports the new
  // position only at the end of the press.
  for (const name of ['pointermove', 'pointerdown', 'pointerup', 'click'] as const)
    page.addEventListener(name, follow, { capture: true, signal: life.signal })
  page.defaultView?.addEventListener('resize', () => void places.delete(page), {
    signal: life.signal,
  })
  return () => life.abort()
}
