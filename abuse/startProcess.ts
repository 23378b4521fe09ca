import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { argsOf } from '@latchkey/server/testing/programs'
import { inTime } from '@latchkey/server/waiting'

/** A process of ours with a channel for messages, which ends with this one. */
export type Started<told, said> = {
  pid: number
  tell: (message: told) => void
  /** Its next message. @throws when it has ended, or sends nothing for so many milliseconds */
  hear: (limit: number) => Promise<said>
  isAlive: () => boolean
  /** Its output to stderr. */
  errors: () => string
  stop: () => Promise<void>
}

/**
 * As the relay's manual recommends; and PGlite's WebAssembly is compiled once, quickly and as it is
 * called: its compiler takes hundreds of megabytes in the seconds after a start, which would count
 * as the work of the attack.
 */
const flags = ['--max-semi-space-size=32', '--liftoff-only', '--wasm-lazy-compilation']
/**
 * Seconds of processor time after which the system ends a process of ours: a process in an endless
 * loop does not notice that its parent has ended.
 */
const mostProcessor = 200
/** Characters of a process's output that are stored. */
const most = 20_000

const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/**
 * Starts a program of this folder.
 * @param options.before a command that runs the rest, such as one that mounts a disk first
 */
export function startProcess<told extends object, said>(
  program: string,
  args: readonly string[],
  { before = [] }: { before?: readonly string[] } = {},
): Started<told, said> {
  const [command = '', ...rest] = [
    'sh',
    '-c',
    `ulimit -t ${mostProcessor} && exec "$@"`,
    'sh',
    ...before,
    process.execPath,
    ...flags,
    ...argsOf(new URL(program, import.meta.url)),
    ...args,
  ]
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  running.add(child)
  const gone = once(child, 'exit').finally(() => running.delete(child))
  const heard: said[] = []
  let wake = () => {}
  let errors = ''
  child.on('message', (message) => {
    heard.push(message as said) // sent by our own program
    wake()
  })
  child.stderr?.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(-most)))
  child.on('error', (error) => (errors += error.message))
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const next = async (): Promise<said> => {
    for (;;) {
      const [message] = heard.splice(0, 1)
      if (message !== undefined) return message
      if (!isAlive()) throw new Error('It ended.')
      await Promise.race([new Promise<void>((resolve) => (wake = resolve)), gone])
    }
  }
  return {
    pid: child.pid ?? 0,
    tell: (message) => void (child.connected && child.send(message)),
    hear: (limit) =>
      inTime(limit, next()).catch((cause: Error) =>
        Promise.reject(
          new Error(`${[program, ...args].join(' ')}: ${cause.message} ${errors}`.trimEnd(), {
            cause,
          }),
        ),
      ),
    isAlive,
    errors: () => errors,
    async stop() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
