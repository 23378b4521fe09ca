import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { argsOf } from '@latchkey/server/testing/programs'
import { inTime } from '@latchkey/server/waiting'

/** A process of ours with a channel for messages. It ends with this process. */
export type Started<outgoing, incoming> = {
  pid: number
  send: (message: outgoing) => void
  /**
   * Its next message. @throws when the process has ended, or sends nothing for `limit` milliseconds
   */
  receive: (limit: number) => Promise<incoming>
  isAlive: () => boolean
  /** Its output to stderr. */
  errors: () => string
  stop: () => Promise<void>
}

/**
 * Flags of Node. `--max-semi-space-size` is as the relay's manual recommends. The others make V8
 * compile PGlite's WebAssembly once, fast and lazily: its optimizing compiler takes hundreds of
 * megabytes after a start, which would count as memory of the attack.
 */
const flags = ['--max-semi-space-size=32', '--liftoff-only', '--wasm-lazy-compilation']
/**
 * Seconds of processor time after which the system ends a process of ours: a process in an endless
 * loop does not notice that its parent has ended.
 */
const maxProcessors = 200
/** Characters of a process's output that are stored. */
const maxText = 20_000

const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/**
 * Starts a program of this folder.
 * @param options.before a command that runs the program, for example after it has mounted a disk
 */
export function startProcess<outgoing extends object, incoming>(
  program: string,
  args: readonly string[],
  { before = [] }: { before?: readonly string[] } = {},
): Started<outgoing, incoming> {
  const [command = '', ...rest] = [
    'sh',
    '-c',
    `ulimit -t ${maxProcessors} && exec "$@"`,
    'sh',
    ...before,
    process.execPath,
    ...flags,
    ...argsOf(new URL(program, import.meta.url)),
    ...args,
  ]
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  running.add(child)
  const exited = once(child, 'exit').finally(() => running.delete(child))
  const received: incoming[] = []
  let wake = () => {}
  let errors = ''
  child.on('message', (message) => {
    received.push(message as incoming) // the program sends only messages of this type
    wake()
  })
  child.stderr?.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(-maxText)))
  child.on('error', (error) => (errors += error.message))
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const next = async (): Promise<incoming> => {
    for (;;) {
      const [message] = received.splice(0, 1)
      if (message !== undefined) return message
      if (!isAlive()) throw new Error('It ended.')
      await Promise.race([new Promise<void>((resolve) => (wake = resolve)), exited])
    }
  }
  return {
    pid: child.pid ?? 0,
    send: (message) => void (child.connected && child.send(message)),
    receive: (limit) =>
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
      await exited
    },
  }
}
