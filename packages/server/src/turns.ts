/**
 * Runs a limited number of pieces of work at the same time. The others wait for their turn, in the
 * order in which they came.
 */
export type Turns = {
  run<result>(work: () => Promise<result>): Promise<result>
  /** How many pieces of work are waiting. */
  readonly waiting: number
}

/** Creates turns for `max` pieces of work at a time. */
export function createTurns(max: number): Turns {
  const queue: (() => void)[] = []
  let running = 0
  return {
    get waiting() {
      return queue.length
    },
    async run(work) {
      if (running >= max) await new Promise<void>((resolve) => queue.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
