import { setMaxListeners } from 'node:events'
import { wait } from '@latchkey/server/waiting'
import { StoreError } from './mailboxStore.ts'
import type { ClientId } from '../auth/didKey.ts'

type Options = {
  /** Returns the connected clients. */
  clients: () => Iterable<ClientId>
  /** Notifies a client of all topics that have messages for it. @throws StoreError */
  notify: (client: ClientId) => Promise<void>
  onError: (error: Error) => void
  times?: typeof defaults
  now?: () => number
}

/** `pause`: milliseconds after a failure. `max`: the maximum duration of a run in milliseconds. */
const defaults = { pause: 1_000, max: 300_000 }
/** Maximum of clients that are notified concurrently. */
const maxConcurrent = 16

/**
 * Notifies all connected clients of messages that arrived while this process received no
 * notifications from Redis. If this fails for a client, it is tried again later, until `times.max`
 * is over. If notifications are missed again, a new run replaces the present one.
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
