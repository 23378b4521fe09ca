import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program of the bench in a process of its own. */
export type Child<request, message> = {
  /** Sends a request, and returns the next message. @throws when the process has ended */
  ask: (request: request) => Promise<message>
  /** The next message, without a request. @throws when the process has ended */
  next: () => Promise<message>
  stop: () => Promise<void>
}

/** Starts a program of this folder with `tsx`. It sends and receives messages by IPC. */
export function startChild<request extends object | string, message>(
  program: string,
  parameters: readonly string[],
  signal: AbortSignal,
): Child<request, message> {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', path, ...parameters], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const ended = exited.then(() => Promise.reject(new Error(`${program} ended.`)))
  ended.catch(() => {}) // thrown by `next`
  const next = async (): Promise<message> =>
    (await Promise.race([once(child, 'message', { signal }), ended]))[0]
  return {
    next,
    ask(request) {
      child.send(request)
      return next()
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
