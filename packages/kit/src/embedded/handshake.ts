import { readShape } from '@latchkey/protocol/border'
import { frameReady } from '@latchkey/protocol/frame'
import * as times from '@latchkey/protocol/times'
import type { Clock } from '../core/clock.ts'

/** The frame to greet: its window, as far as it is there, and its origin. */
export type Greeted = { source: () => MessageEventSource | null; post: (message: unknown, origin: string) => void; origin: string }

/**
 * Greets the frame until it answers with its port. Only an answer of this window, from this origin, to this greeting counts.
 * Resolves never if the frame does not answer: the caller limits the wait by `signal`.
 */
export function handshake({ source, post, origin }: Greeted, { clock, signal }: { clock: Clock; signal: AbortSignal }): Promise<MessagePort> {
  const nonce = globalThis.crypto.randomUUID()
  return new Promise((resolve, reject) => {
    let cancel = () => {}
    const end = () => {
      cancel()
      window.removeEventListener('message', hear)
    }
    const hear = (event: MessageEvent) => {
      const [port] = event.ports
      if (event.origin !== origin || event.source === null || event.source !== source() || !port || !isReady(event.data, nonce)) return
      end()
      resolve(port)
    }
    const greet = () => {
      post({ type: '@latchkey/hello', nonce }, origin)
      cancel = clock.setTimeout(greet, times.frameHello)
    }
    window.addEventListener('message', hear)
    signal.addEventListener('abort', () => {
      end()
      reject(signal.reason as Error) // the caller's own
    }, { once: true })
    greet()
  })
}

function isReady(data: unknown, nonce: string): boolean {
  try {
    return readShape(frameReady, data).nonce === nonce
  } catch {
    return false // a message of something else on the page
  }
}
