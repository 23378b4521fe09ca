import { readFileSync } from 'node:fs'

/** Milliseconds between two looks. */
const pause = 500

/**
 * Calls back once when the process that started this one has ended. Returns a function that stops
 * watching.
 */
export function watchParent(onGone: () => void): () => void {
  const before = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(timer)
    onGone()
  }, pause)
  timer.unref()
  return () => clearInterval(timer)
}

/** The parent, and under npm the grandparent: npm puts a shell in between, which outlives npm. */
function ancestors(): string {
  const parent = process.ppid
  return process.env['npm_lifecycle_event'] ? `${parent} ${parentOf(parent) ?? ''}` : `${parent}`
}

function parentOf(pid: number): string | undefined {
  try {
    // "pid (name) state ppid …"; a name may hold spaces and brackets
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]
  } catch {
    return undefined // no /proc on this system; shells of such systems leave no process in between
  }
}
