import { setMaxListeners } from 'node:events'
import { wait } from '@latchkey/server/waiting'
import { type ClientId, StoreError } from './mailboxStore.ts'

type Options = {
  /** Those who are connected here. */
  clients: () => Iterable<ClientId>
  /** Tells one of everything that waits for it. @throws StoreError */
  tell: (client: ClientId) => Promise<void>
  onError: (error: Error) => void
  times?: typeof defaults
  now?: () => number
}

/** Milliseconds: the pause after a failure, and after which a run ends in any case. */
const defaults = { pause: 1_000, most: 300_000 }
/** Clients that are told at once. */
const hands = 16

/**
 * Tells everybody who is connected of what came while this node heard nothing. A client that cannot be told now is told later; a new
 * gap begins anew.
 */
export function createCatchUp({ clients, tell, onError, times = defaults, now = () => performance.now() }: Options): { begin(): void; close(): void } {
  let running = new AbortController()

  async function run(over: AbortSignal): Promise<void> {
    const end = now() + times.most
    const left = [...clients()]
    const work = async () => {
      for (let client = left.pop(); client !== undefined && !over.aborted; client = left.pop()) {
        if (now() > end) throw new StoreError('late')
        try {
          await tell(client)
        } catch (error) {
          if (!(error instanceof StoreError)) throw error
          left.unshift(client)
          await wait(times.pause, over)
        }
      }
    }
    await Promise.all(Array.from({ length: hands }, work))
  }

  return {
    begin() {
      running.abort()
      running = new AbortController()
      setMaxListeners(hands, running.signal)
      run(running.signal).catch(onError)
    },
    close: () => running.abort(),
  }
}
