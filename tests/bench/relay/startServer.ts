import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RelayMessage } from './serve.entry.ts'

/** A server in a process of its own. */
export type Server = {
  url: string
  /** Resident bytes after a garbage collection. */
  memory: () => Promise<number>
  /** Milliseconds of processor time since the start, of all threads. */
  processor: () => Promise<number>
  stop: () => Promise<void>
}

/** The flag that the relay's manual recommends. */
const youngSpace = '--max-semi-space-size=32'

/**
 * Starts the relay with its store in a new folder, a node of a relay over the Redis at `redis`, or
 * the plain echo server.
 */
export async function startServer(
  kind: 'relay' | 'node' | 'echo',
  signal: AbortSignal,
  redis?: string,
): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      youngSpace,
      '--import',
      'tsx',
      fileURLToPath(new URL('serve.entry.ts', import.meta.url)),
      kind,
      redis ?? folder,
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const exited = once(child, 'exit')
  const receive = async (): Promise<RelayMessage> =>
    (
      await Promise.race([
        once(child, 'message', { signal }),
        exited.then(() => Promise.reject(new Error(`The ${kind} ended.`))),
      ])
    )[0]
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const message = await receive()
    return {
      url: 'url' in message ? message.url : '',
      async memory() {
        child.send('memory')
        const message = await receive()
        return 'rss' in message ? message.rss : 0
      },
      async processor() {
        child.send('processor')
        const message = await receive()
        return 'processor' in message ? message.processor : 0
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
