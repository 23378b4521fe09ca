/** The delay of the event loop. */
export type LoopDelay = {
  /** Milliseconds by which the event loop was late at the last measurement. */
  readonly late: number
  /**
   * Whether new work should be refused: within the last second the event loop was late by more than
   * the limit twice in a row. A single delay may be one long piece of work.
   */
  isOverloaded(): boolean
  close(): void
}

/** Milliseconds between two measurements, and for which a late one counts. */
const times = { checkInterval: 50, remembered: 1_000 }

/**
 * Measures how late timers run, which is how long every client waits.
 * @param limit milliseconds of delay from which the process counts as overloaded
 * @param now milliseconds of a clock that never jumps, for tests
 */
export function watchLoopDelay(
  limit: number,
  onLook: (late: number) => void = () => {},
  now: () => number = () => performance.now(),
): LoopDelay {
  let expected = now() + times.checkInterval
  let late = 0
  let lastLate = -Infinity
  const timer = setInterval(() => {
    const at = now()
    const before = late
    late = Math.max(0, at - expected)
    if (late > limit && before > limit) lastLate = at
    expected = at + times.checkInterval
    onLook(late)
  }, times.checkInterval)
  timer.unref()
  return {
    get late() {
      return late
    },
    isOverloaded: () => now() - lastLate < times.remembered,
    close: () => clearInterval(timer),
  }
}
