/** Lets so many pieces of work run at once; the others wait for their turn, in the order in which they came. */
export type Turns = {
  run<result>(work: () => Promise<result>): Promise<result>
  /** How many wait. */
  readonly waiting: number
}

/** Lets `most` pieces of work run at a time; the others wait in the order in which they came. */
export function createTurns(most: number): Turns {
  const queue: (() => void)[] = []
  let running = 0
  return {
    get waiting() {
      return queue.length
    },
    async run(work) {
      if (running >= most) await new Promise<void>((resolve) => queue.push(resolve))
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
