import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { builtOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'

/**
 * The wallet's program: the bundle that `npm test` has built, otherwise the program that an
 * operator starts.
 */
const program =
  builtOf(new URL('../main.ts', import.meta.url)) ??
  fileURLToPath(new URL('../../../bin/latchkey-wallet.mjs', import.meta.url))

/**
 * The clock of another process. It is ahead of this process's clock, and further ahead after every
 * message.
 */
const clockOf = (ahead: number) =>
  `data:text/javascript,${encodeURIComponent(`
let ahead = ${ahead}
const now = Date.now
Date.now = () => now() + ahead
process.on('message', (more) => { ahead += more; process.send('moved') })
`)}`

/**
 * A wallet in a process of its own. If it did not start, `url` is empty and `output` has the
 * reason.
 */
export type WalletProcess = {
  child: ChildProcess
  url: string
  output: string
  code: number | null
}

/** Starts the wallet as an operator would. @param ahead milliseconds by which its clock is ahead */
export async function startWalletProcess(
  env: Readonly<Record<string, string>>,
  ahead = 0,
): Promise<WalletProcess> {
  const child = spawn(process.execPath, [...shortRun, '--import', clockOf(ahead), program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stderr?.on('data', (part: Buffer) => (output += part.toString()))
  const ended = once(child, 'close').then(() => undefined)
  const line = child.stdout
    ? await Promise.race([once(createInterface(child.stdout), 'line'), ended])
    : undefined
  return {
    child,
    output,
    code: child.exitCode,
    url: line === undefined ? '' : (JSON.parse(String(line[0])) as { listening: string }).listening,
  }
}

/** Advances the clock of a process. */
export async function passIn(
  { child }: Pick<WalletProcess, 'child'>,
  milliseconds: number,
): Promise<void> {
  const moved = once(child, 'message')
  child.send(milliseconds)
  await moved
}

/** Kills a process like a crash. */
export async function kill({ child }: Pick<WalletProcess, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = once(child, 'close')
  child.kill('SIGKILL')
  await over
}
