/**
 * Runs a limited number of pieces of work at once; the others wait for their turn, in the order in
 * which they arrived.
 */
export type Turns = {
  run<result>(work: () => Promise<result>): Promise<result>
  /** The number of waiting pieces of work. */
  readonly waiting: number
}

/** Makes turns for `max` pieces of work at a time; the others wait in the order of arrival. */
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
