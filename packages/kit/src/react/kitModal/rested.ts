import { systemClock } from '../../core/page/clock.ts'
import { painted } from '../../core/page/painted.ts'

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
