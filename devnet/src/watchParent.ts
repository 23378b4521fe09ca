import { readFileSync } from 'node:fs'

/** Milliseconds between two checks. */
const pause = 500

/** Calls back once when the parent process has ended. @returns a function that stops watching */
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

/**
 * The ids of the parent and, under npm, of the grandparent: npm starts a shell in between, which
 * survives npm.
 */
function ancestors(): string {
  const parent = process.ppid
  return process.env['npm_lifecycle_event'] ? `${parent} ${parentOf(parent) ?? ''}` : `${parent}`
}

function parentOf(pid: number): string | undefined {
  try {
    // "pid (name) state ppid …"; a name may hold spaces and brackets
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]
  } catch {
    // a system without /proc; the shells of such systems leave no process in between
    return undefined
  }
}
