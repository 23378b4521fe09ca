import type { ServerMessage, ServerRequest } from './serve.entry.ts'
import { startChild } from './startChild.ts'
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

/** Starts the API with the chains of these nodes. It starts indexing at once. */
export async function startServer(
  nodes: readonly [MadeNode, ...MadeNode[]],
  database: string,
  signal: AbortSignal,
): Promise<Server> {
  const child = startChild<ServerRequest, ServerMessage>(
    'serve.entry.ts',
    [nodes.map(({ url }) => url).join(), nodes[0].token, database],
    signal,
  )
  try {
    const message = await child.next()
    return {
      url: 'url' in message ? message.url : '',
      settled: async () => void (await child.ask('settle')),
      async memory() {
        const message = await child.ask('memory')
        return 'rss' in message ? message.rss : 0
      },
      stop: child.stop,
    }
  } catch (error) {
    await child.stop()
    throw error
  }
}
