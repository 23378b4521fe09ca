import { systemClock } from '../../core/page/clock.ts'

/**
 * Resolves when the current state was painted: in a task after the next frame, as work inside a
 * frame delays it. It uses the browser's clock, even if the kit has another.
 */
export const painted = (): Promise<void> =>
  new Promise<void>((done) => requestAnimationFrame(() => systemClock.setTimeout(done, 0)))
