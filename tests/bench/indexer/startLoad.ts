import type { LoadMessage, LoadRequest } from './load.entry.ts'
import { startChild } from './startChild.ts'

/** Clients in a process of their own. */
export type LoadProcess = {
  /** Sends a request to each of the addresses. @returns the answers a second */
  send: (request: LoadRequest) => Promise<number>
  stop: () => Promise<void>
}

/** Starts the process of the clients. */
export async function startLoad(signal: AbortSignal): Promise<LoadProcess> {
  const child = startChild<LoadRequest, LoadMessage>('load.entry.ts', [], signal)
  try {
    await child.next()
    return {
      async send(request) {
        const message = await child.ask(request)
        return typeof message === 'object' ? message.perSecond : NaN
      },
      stop: child.stop,
    }
  } catch (error) {
    await child.stop()
    throw error
  }
}
