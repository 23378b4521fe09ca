import { systemClock } from './clock.ts'

/** Milliseconds after which a page that paints nothing, such as a hidden tab, is not awaited. */
const patience = 200

/**
 * Resolves when the current state has been painted: in a task after the next frame, because work
 * inside the frame would delay it. It uses the browser's clock, not the kit's, because the browser
 * paints. Outside of a browser it resolves at once.
 */
export function painted(): Promise<void> {
  if (!('requestAnimationFrame' in globalThis)) return Promise.resolve()
  return new Promise((done) => {
    requestAnimationFrame(() => systemClock.setTimeout(done, 0))
    systemClock.setTimeout(done, patience)
  })
}

/** Milliseconds. A card moves for 150 ms when the modal opens (`dialog.css`). */
const opening = 200

/**
 * Resolves when the opened modal has come to rest. What the next step needs is prepared then,
 * because this work would delay the first screen and its movement.
 */
export async function rested(): Promise<void> {
  await painted()
  return new Promise((done) => systemClock.setTimeout(done, opening))
}
