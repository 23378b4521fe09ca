import { systemClock } from '../../core/page/clock.ts'

/**
 * Resolves when the current state has been painted: in a task after the next frame, because work
 * inside the frame would delay it. It uses the browser's clock, not the kit's, because the browser
 * paints.
 */
export const painted = (): Promise<void> =>
  new Promise<void>((done) => requestAnimationFrame(() => systemClock.setTimeout(done, 0)))

/** Milliseconds. A card moves for 150 ms when the modal opens (`dialog.css`). */
const opening = 200

/**
 * Resolves when the opened modal has come to rest. What the next step needs is prepared then,
 * because this work would delay the first screen and its movement.
 */
export const rested = async (): Promise<void> => {
  await painted()
  return new Promise((done) => systemClock.setTimeout(done, opening))
}
