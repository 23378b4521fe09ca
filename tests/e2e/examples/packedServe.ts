/**
 * The packed program of the services, which `npm test -- examples` has installed outside the
 * workspace, as an operator runs it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A command's output and exit code. */
export type CommandResult = { code: number | null; out: string; stderr: string }

/** The running program. `stop` ends it with a signal, and resolves to its exit code. */
export type Running = {
  lines: readonly Readonly<Record<string, unknown>>[]
  stop: (signal: 'SIGINT' | 'SIGTERM') => Promise<number | null>
}

/**
 * Starts the program with an environment without values of this repository, so that Node finds only
 * installed packages.
 */
function launch(
  folder: string,
  args: readonly string[],
): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
  const { LATCHKEY_PACKED_SERVE: program, PATH, HOME } = process.env
  if (!program)
    throw new Error('The program is not installed: run `npm test -- examples`, which installs it.')
  return spawn(program, args, {
    cwd: folder,
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a command of the program to its end. */
export async function runServe(folder: string, ...args: readonly string[]): Promise<CommandResult> {
  const child = launch(folder, args)
  let [out, stderr] = ['', '']
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const [code] = await once(child, 'close')
  return { code: code as number | null, out, stderr } // `close` passes the exit code
}

/**
 * Starts the program, and waits until all services answer. @throws Error with its output when it
 * ends instead
 */
export async function startServe(folder: string, ...args: readonly string[]): Promise<Running> {
  const child = launch(folder, args)
  // `close` passes the exit code
  const over = once(child, 'close').then(([code]) => code as number | null)
  process.once('exit', () => child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const lines: Record<string, unknown>[] = []
  const up = new Promise<true>((resolve) => {
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text) as Record<string, unknown> // the program logs JSON objects
      lines.push(line)
      if (line['event'] === 'running') resolve(true)
    })
  })
  if ((await Promise.race([up, over])) !== true) throw new Error(`latchkey-serve ended: ${stderr}`)
  return {
    lines,
    async stop(signal) {
      child.kill(signal)
      return over
    },
  }
}
