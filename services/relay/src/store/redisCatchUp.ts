import { setMaxListeners } from 'node:events'
import { wait } from '@latchkey/server/waiting'
import { type ClientId, StoreError } from './mailboxStore.ts'

type Options = {
  /** The connected clients. */
  clients: () => Iterable<ClientId>
  /** Notifies a client of everything that waits for it. @throws StoreError */
  notify: (client: ClientId) => Promise<void>
  onError: (error: Error) => void
  times?: typeof defaults
  now?: () => number
}

/** Milliseconds: the pause after a failure, and the max duration of a run. */
const defaults = { pause: 1_000, max: 300_000 }
/** Max clients that are notified at once. */
const maxConcurrent = 16

/**
 * Notifies all connected clients of messages that arrived while this node received no
 * notifications. A client for which this fails is tried again later. A new gap starts a new run.
 */
export function createCatchUp({
  clients,
  notify,
  onError,
  times = defaults,
  now = () => performance.now(),
}: Options): { begin(): void; close(): void } {
  let running = new AbortController()

  async function run(over: AbortSignal): Promise<void> {
    const end = now() + times.max
    const left = [...clients()]
    const work = async () => {
      for (let client = left.pop(); client !== undefined && !over.aborted; client = left.pop()) {
        if (now() > end) throw new StoreError('late')
        try {
          await notify(client)
        } catch (error) {
          if (!(error instanceof StoreError)) throw error
          left.unshift(client)
          await wait(times.pause, over)
        }
      }
    }
    await Promise.all(Array.from({ length: maxConcurrent }, work))
  }

  return {
    begin() {
      running.abort()
      running = new AbortController()
      setMaxListeners(maxConcurrent, running.signal)
      run(running.signal).catch(onError)
    },
    close: () => running.abort(),
  }
}
