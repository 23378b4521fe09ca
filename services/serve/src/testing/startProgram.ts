import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'

const main = new URL('../main.ts', import.meta.url)

/** The running program. */
export type Program = {
  child: ChildProcess
  /** The lines of the program's log so far. */
  lines: readonly Readonly<Record<string, unknown>>[]
  /** Stops the program like a supervisor, with SIGTERM. Resolves to the exit code. */
  stop: () => Promise<number | null>
}

const running = new Set<ChildProcess>()

/** Ends every program that is still running. */
export const killAll = (): void => running.forEach((child) => void child.kill('SIGKILL'))

/** Milliseconds within which the program has to start, even while other tests use the machine. */
const startLimit = 90_000

/**
 * Starts the program with a file of settings, and waits until all services answer.
 * @throws an error with the program's output, if the program ends or does not start in time
 */
export async function startProgram(file: string): Promise<Program> {
  const child = spawn(process.execPath, [...shortRun, ...argsOf(main), 'start', '--config', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const over = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null // `exit` passes the exit code first
  })
  let stderr = ''
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const lines: Record<string, unknown>[] = []
  const up = new Promise<'up'>((resolve) => {
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text) as Record<string, unknown> // written by our own process
      lines.push(line)
      if (line['event'] === 'running') resolve('up')
    })
  })
  const first = await Promise.race([up, over, wait(startLimit, 'late' as const, { ref: false })])
  if (first !== 'up')
    throw new Error(
      `${String(first)}: ${stderr}${lines.map((line) => JSON.stringify(line)).join('\n')}`,
    )
  return {
    child,
    lines,
    async stop() {
      child.kill('SIGTERM')
      return over
    },
  }
}

/** Runs a command to its end. */
export async function runProgram(
  ...args: readonly string[]
): Promise<{ code: number | null; out: string; stderr: string }> {
  const child = spawn(process.execPath, [...shortRun, ...argsOf(main), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let [out, stderr] = ['', '']
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const [code] = await once(child, 'close')
  running.delete(child)
  return { code: code as number | null, out, stderr } // `exit` passes the exit code first
}
