import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Said } from './serve.ts'

/** A server in a process of its own. */
export type Server = {
  url: string
  /** Resident bytes after a garbage collection. */
  memory: () => Promise<number>
  stop: () => Promise<void>
}

/** As the relay's manual recommends. */
const youngSpace = '--max-semi-space-size=32'

/** Starts the relay, with mailboxes in a new folder, or the bare echo. */
export async function startServer(kind: 'relay' | 'echo', signal: AbortSignal): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      youngSpace,
      '--import',
      'tsx',
      fileURLToPath(new URL('serve.ts', import.meta.url)),
      kind,
      folder,
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const gone = once(child, 'exit')
  const hear = async (): Promise<Said> =>
    (
      await Promise.race([
        once(child, 'message', { signal }),
        gone.then(() => Promise.reject(new Error(`The ${kind} ended.`))),
      ])
    )[0]
  const stop = async () => {
    child.kill('SIGKILL')
    await gone
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const said = await hear()
    return {
      url: 'url' in said ? said.url : '',
      async memory() {
        child.send('memory')
        const said = await hear()
        return 'rss' in said ? said.rss : 0
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
