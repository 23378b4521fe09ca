import { isFrameReady } from '@latchkey/protocol/frame/site'
import { frameVersion } from '@latchkey/protocol/frame/wire'
import * as times from '@latchkey/protocol/times'
import type { Clock } from '../core/clock.ts'
import { kitError } from '../core/errors.ts'

/** The frame to greet: its window, as far as it is there, and its origin. */
export type HandshakeTarget = {
  source: () => MessageEventSource | null
  post: (message: unknown, origin: string) => void
  origin: string
}

/** Where the visitors of this site approve: in its page, or in the wallet's own window. */
export type Approvals = 'page' | 'window'

/** The frame's port, and where it says that its visitors approve. */
export type HandshakeAnswer = { port: MessagePort; approvals: Approvals }

/** Greetings with one nonce. */
const greetingsPerNonce = 20

/**
 * Greets the frame until it answers with its port. Only an answer of this window, from this origin,
 * to this greeting counts. A frame answers each nonce once, and a browser may lose that (Chromium
 * does while another window opens): after 2 s the next greetings have another one, and what was
 * answered before counts no more. Resolves never if the frame does not answer: the caller limits
 * the wait by `signal`.
 * @throws KitError frameUnloaded at once for a frame of another major version of the protocol
 */
export function handshake(
  { source, post, origin }: HandshakeTarget,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<HandshakeAnswer> {
  let nonce = ''
  let sentCount = 0
  return new Promise((resolve, reject) => {
    let cancel = () => {}
    const end = () => {
      cancel()
      window.removeEventListener('message', onMessage)
    }
    const onMessage = (event: MessageEvent) => {
      const [port] = event.ports
      if (
        event.origin !== origin ||
        event.source === null ||
        event.source !== source() ||
        !port ||
        !isFrameReady(event.data) ||
        event.data.nonce !== nonce
      )
        return
      end()
      const { version, approvals = 'page' } = event.data.payload
      if (Math.floor(version) === frameVersion) return resolve({ port, approvals })
      port.close()
      reject(
        kitError('frameUnloaded', {
          details: `The wallet's frame speaks version ${version} of the protocol, this kit version ${frameVersion}. Update the older of both.`,
        }),
      )
    }
    const sendGreeting = () => {
      if (sentCount++ % greetingsPerNonce === 0) nonce = globalThis.crypto.randomUUID()
      post({ type: '@latchkey/hello', nonce }, origin)
      cancel = clock.setTimeout(sendGreeting, times.frameHello)
    }
    window.addEventListener('message', onMessage)
    signal.addEventListener(
      'abort',
      () => {
        end()
        reject(signal.reason as Error) // the caller's own
      },
      { once: true },
    )
    sendGreeting()
  })
}
