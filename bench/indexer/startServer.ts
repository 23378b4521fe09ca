import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Said } from './serve.ts'
import type { MadeNode } from './startNode.ts'

/** The API in a process of its own. */
export type Server = {
  url: string
  /** Resolves when everything is indexed. */
  settled: () => Promise<void>
  /** Resident bytes after a garbage collection. */
  memory: () => Promise<number>
  stop: () => Promise<void>
}

/** Starts the API over the made-up chain; it starts indexing at once. */
export async function startServer(
  node: MadeNode,
  database: string,
  signal: AbortSignal,
): Promise<Server> {
  const program = fileURLToPath(new URL('serve.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', program, node.url, node.token, database],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const gone = once(child, 'exit')
  const hear = async (): Promise<Said> =>
    (
      await Promise.race([
        once(child, 'message', { signal }),
        gone.then(() => Promise.reject(new Error('The API ended.'))),
      ])
    )[0]
  const stop = async () => {
    child.kill('SIGKILL')
    await gone
  }
  try {
    const said = await hear()
    return {
      url: 'url' in said ? said.url : '',
      settled: async () => void (await hear()),
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
