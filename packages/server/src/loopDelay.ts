/** Measures the delay of the event loop. */
export type LoopDelay = {
  /** By how many milliseconds the event loop was late at the last measurement. */
  readonly late: number
  /**
   * Whether new work should be refused: within the last second, the event loop was late by more
   * than the limit twice in a row. A single delay does not count, because it may be one long piece
   * of work.
   */
  isOverloaded(): boolean
  close(): void
}

/**
 * In milliseconds: the time between two measurements, and how long the process counts as overloaded
 * after two late measurements in a row.
 */
const times = { checkInterval: 50, remembered: 1_000 }

/**
 * Measures how late a timer runs. Other work of the process waits about as long.
 * @param limit in milliseconds; the process counts as overloaded after two longer delays in a row
 * @param onLook is called with the delay of every measurement
 * @param now a clock in milliseconds that never jumps; tests pass their own
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
