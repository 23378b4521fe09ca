import { readFileSync } from 'node:fs'

/** Milliseconds between two checks of the parent process. */
const pause = 500

/** Calls back once when the parent process has ended. @returns the function that stops watching */
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
 * The id of the parent process, and under npm also that of the grandparent. There, the parent is a
 * shell that npm has started, which goes on if npm is killed.
 */
function ancestors(): string {
  const parent = process.ppid
  return process.env['npm_lifecycle_event'] ? `${parent} ${parentOf(parent) ?? ''}` : `${parent}`
}

function parentOf(pid: number): string | undefined {
  try {
    // the format is "pid (name) state ppid …"; a name may contain spaces and brackets
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]
  } catch {
    // the system has no /proc; on such systems no shell is between npm and this process
    return undefined
  }
}
