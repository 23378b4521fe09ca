import { systemClock } from './clock.ts'

/** Milliseconds after which a page that paints nothing is not awaited. */
const patience = 1_000

/**
 * Resolves when the current state has been painted: in a task after the next frame, because work
 * inside the frame would delay it. It uses the browser's clock, not the kit's, because the browser
 * paints. Outside of a browser it resolves at once, in a hidden tab in the next task.
 */
export function painted(): Promise<void> {
  if (!('requestAnimationFrame' in globalThis)) return Promise.resolve()
  return new Promise((done) => {
    requestAnimationFrame(() => systemClock.setTimeout(done, 0))
    systemClock.setTimeout(done, document.hidden ? 0 : patience)
  })
}
