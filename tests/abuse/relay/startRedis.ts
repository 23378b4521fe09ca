import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findRedis } from '../../../scripts/redis.mjs'
import { freePort } from '../freePort.ts'

/**
 * A Redis that stores its data durably. A scene can suspend or kill it. It ends with this process.
 */
export type BreakableRedis = {
  url: string
  /** Suspends it, until `resume`. */
  hang: () => void
  resume: () => void
  /** Kills it; it starts again with its stored data. */
  kill: () => Promise<void>
  restart: () => Promise<void>
  runCommand: (...command: string[]) => Promise<string>
}

const endWithParent = fileURLToPath(
  new URL('../../../devnet/src/endWithParent.mjs', import.meta.url),
)

export async function startBreakableRedis(): Promise<BreakableRedis> {
  const found = findRedis()
  if (!found) throw new Error('There is no redis-server.')
  const program: string = found
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'latchkey-abuse-redis-'))]
  const runCommand = async (...command: string[]) =>
    (
      await promisify(execFile)(
        join(dirname(program), 'redis-cli'),
        ['-p', `${port}`, ...command],
        { timeout: 5_000 },
      )
    ).stdout
  let pid = 0

  async function start(): Promise<void> {
    const child = spawn(
      process.execPath,
      [
        endWithParent,
        program,
        '--port',
        `${port}`,
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--save',
        '',
        '--appendonly',
        'yes',
        '--appendfsync',
        'always',
        '--maxmemory-policy',
        'noeviction',
      ],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    )
    for await (const line of createInterface(child.stdout))
      if (line.includes('Ready to accept connections')) break
    child.stdout.resume()
    pid = Number(/process_id:(\d+)/.exec(await runCommand('info', 'server'))?.[1])
    ended = once(child, 'exit')
  }

  let ended: Promise<unknown> = Promise.resolve()
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    hang: () => void process.kill(pid, 'SIGSTOP'),
    resume: () => void process.kill(pid, 'SIGCONT'),
    async kill() {
      process.kill(pid, 'SIGKILL')
      await ended
    },
    restart: start,
    runCommand,
  }
}
