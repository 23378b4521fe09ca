import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ServerMessage } from './serve.entry.ts'
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

/** Starts the API with the generated chain. It starts indexing at once. */
export async function startServer(
  node: MadeNode,
  database: string,
  signal: AbortSignal,
): Promise<Server> {
  const program = fileURLToPath(new URL('serve.entry.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', program, node.url, node.token, database],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const exited = once(child, 'exit')
  const receive = async (): Promise<ServerMessage> =>
    (
      await Promise.race([
        once(child, 'message', { signal }),
        exited.then(() => Promise.reject(new Error('The API ended.'))),
      ])
    )[0]
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  try {
    const message = await receive()
    return {
      url: 'url' in message ? message.url : '',
      settled: async () => void (await receive()),
      async memory() {
        child.send('memory')
        const message = await receive()
        return 'rss' in message ? message.rss : 0
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
