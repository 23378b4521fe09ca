import { isFrameReady } from '@latchkey/protocol/frame/site'
import { firstNamespaces, frameVersion } from '@latchkey/protocol/frame/wire'
import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../core/page/clock.ts'
import { kitError } from '../../core/errors/errors.ts'

/** The frame with which the handshake is done: its window, once it exists, and its origin. */
export type HandshakeTarget = {
  source(): MessageEventSource | null
  post(message: unknown, origin: string): void
  origin: string
}

/** Where the visitors of this site approve requests: in its page, or in the wallet's own window. */
export type Approvals = 'page' | 'window'

/**
 * The frame's answer: its port, where visitors approve, and the namespaces in which the wallet has
 * accounts.
 */
export type HandshakeAnswer = {
  port: MessagePort
  approvals: Approvals
  namespaces: readonly string[]
}

/** Number of greetings with one nonce. */
const greetingsPerNonce = 20

/**
 * Sends greetings to the frame until it answers with its port. Only an answer from the frame's
 * window and origin with the current nonce counts. A frame answers each nonce once, and a browser
 * may lose that answer (Chromium does while another window opens). So the nonce changes after 2 s,
 * and answers to the earlier one are ignored. Never resolves if the frame does not answer: the
 * caller limits the wait with `signal`.
 * @throws KitError frameUnloaded at once for a frame with another major version of the protocol
 */
export function handshake(
  target: HandshakeTarget,
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
        event.origin !== target.origin ||
        event.source === null ||
        event.source !== target.source() ||
        !port ||
        !isFrameReady(event.data) ||
        event.data.nonce !== nonce
      )
        return
      end()
      const { version, approvals = 'page', namespaces = firstNamespaces } = event.data.payload
      if (Math.floor(version) === frameVersion) return resolve({ port, approvals, namespaces })
      port.close()
      reject(
        kitError('frameUnloaded', {
          details: `The wallet's frame speaks version ${version} of the protocol, this kit version ${frameVersion}. Update the older of both.`,
        }),
      )
    }
    const sendGreeting = () => {
      if (sentCount++ % greetingsPerNonce === 0) nonce = globalThis.crypto.randomUUID()
      target.post({ type: '@latchkey/hello', nonce }, target.origin)
      cancel = clock.setTimeout(sendGreeting, times.frameHello)
    }
    window.addEventListener('message', onMessage)
    signal.addEventListener(
      'abort',
      () => {
        end()
        reject(signal.reason as Error) // the reason of the caller's abort
      },
      { once: true },
    )
    sendGreeting()
  })
}
