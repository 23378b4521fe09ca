/**
 * Runs tasks one after the other, in the order of their calls; a task that fails does not hold up
 * the next.
 */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return function inTurn<value>(task: () => Promise<value>): Promise<value> {
    const run = last.then(task)
    last = run.catch(() => {}) // the task's own caller gets the error
    return run
  }
}
