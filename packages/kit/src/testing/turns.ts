/**
 * Creates a queue that runs tasks one after another, in the order of the calls. If a task fails,
 * the next one runs nevertheless.
 */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return function inTurn<value>(task: () => Promise<value>): Promise<value> {
    const run = last.then(task)
    last = run.catch(() => {}) // the caller of the task receives the error
    return run
  }
}
