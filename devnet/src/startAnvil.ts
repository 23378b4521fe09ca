import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { anvilBinary } from './anvilBinary.ts'
import { requestAnvil } from './askAnvil.ts'

/** In milliseconds: the limits of anvil's start and of its exit; the time between two checks. */
const limits = { start: 20_000, stop: 10_000, poll: 10 }

/** A running anvil. */
export type Anvil = {
  url: string
  /** Lets anvil store its state and waits until it has exited. Further calls do nothing. */
  close(): Promise<void>
}

/** Thrown if anvil has ended before it answered. `message` has anvil's output. */
export class AnvilExit extends Error {
  override readonly name = 'AnvilExit'

  /** Whether another program uses the port. */
  get portTaken(): boolean {
    return /address already in use|os error (48|98|10048)\b/i.test(this.message)
  }
}

/**
 * Starts anvil on 127.0.0.1 and waits until it answers. Anvil ends with this process, even if this
 * process is killed.
 * @throws AnvilExit if anvil ends before it answers
 */
export async function startAnvil(options: {
  port: number
  args: readonly string[]
  signal?: AbortSignal
}): Promise<Anvil> {
  options.signal?.throwIfAborted()
  const url = `http://127.0.0.1:${options.port}`
  const child = run([
    '--host',
    '127.0.0.1',
    '--port',
    String(options.port),
    '--quiet',
    ...options.args,
  ])
  const exit = watch(child)
  const close = () => end(child, exit.exited)
  try {
    await answering(url, exit, options.signal)
  } catch (error) {
    await close()
    throw error
  }
  return { url, close }
}

function run(args: string[]) {
  const watcher = fileURLToPath(new URL('./endWithParent.mjs', import.meta.url))
  // in its own process group, so that Ctrl-C reaches only this process, which then ends all parts
  // in the right order
  return spawn(process.execPath, [watcher, anvilBinary(), ...args], {
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
}

function watch(child: ChildProcessWithoutNullStreams) {
  const exit = { output: '', done: false, exited: Promise.resolve() }
  child.stdout.resume()
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (exit.output = (exit.output + text).slice(-2_000)))
  child.stdin.on('error', () => {}) // closing it fails if anvil has already exited
  exit.exited = new Promise((resolve) => {
    child.once('close', () => {
      exit.done = true
      resolve()
    })
    child.once('error', (error) => (exit.output += error.message))
  })
  return exit
}

async function answering(
  url: string,
  exit: ReturnType<typeof watch>,
  signal: AbortSignal | undefined,
) {
  const limit = AbortSignal.timeout(limits.start)
  const either = signal ? AbortSignal.any([signal, limit]) : limit
  while ((await requestAnvil(url, 'eth_chainId', either)) === undefined) {
    if (exit.done)
      throw new AnvilExit(
        `anvil ended before it answered: ${exit.output.trim() || 'it said nothing'}`,
      )
    await new Promise((resolve) => setTimeout(resolve, limits.poll))
    either.throwIfAborted()
  }
}

async function end(child: ChildProcessWithoutNullStreams, exited: Promise<void>) {
  child.stdin.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), limits.stop)
  await exited
  clearTimeout(timer)
}
