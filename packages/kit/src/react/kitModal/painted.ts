import { systemClock } from '../../core/page/clock.ts'

/**
 * Resolves when the current state has been painted: in a task after the next frame, because work
 * inside the frame would delay it. It uses the browser's clock, not the kit's, because the browser
 * paints.
 */
export const painted = (): Promise<void> =>
  new Promise<void>((done) => requestAnimationFrame(() => systemClock.setTimeout(done, 0)))
