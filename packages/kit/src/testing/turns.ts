/** Runs tasks one after the other, in the order they came; one that fails does not hold up the next. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return function inTurn<value>(task: () => Promise<value>): Promise<value> {
    const mine = last.then(task)
    last = mine.catch(() => {}) // its own caller hears of it
    return mine
  }
}
