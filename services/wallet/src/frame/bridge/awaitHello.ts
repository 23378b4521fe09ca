import { frameHello } from '@latchkey/protocol/frame/frame'
import { frameVersion } from '@latchkey/protocol/frame/wire'
import * as v from 'valibot'

/** The window that holds the frame, and everything that a test replaces. */
export type HelloOptions = {
  /** The frame's own window, which receives the hello. */
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  /** The only sender that is heard: `window.parent`. */
  parent: MessageEventSource
  /** Origins that may hold the frame; `*` for any. */
  origins: readonly string[]
  /**
   * Origins of the windows around the frame, where the browser tells them
   * (`location.ancestorOrigins`). Each must be allowed.
   */
  ancestors?: readonly string[]
  /** Where visitors of a site approve. @default in the page */
  approvalsOf?: (origin: string) => 'page' | 'window'
  /** A site's port. `origin` is the browser's word, and the same for every port of this page. */
  onPort: (port: MessagePort, origin: string) => void
}

/**
 * Waits for the hello of the site that holds the frame, pins its origin and hands it a port. A
 * second hello of the same origin with another nonce gets another port, which replaces the first:
 * the site built its kit anew. A repeated nonce is ignored, as is every other origin from then on.
 * @returns a function that ends the waiting
 */
export function awaitHello({
  window,
  parent,
  origins,
  ancestors = [],
  approvalsOf = () => 'page',
  onPort,
}: HelloOptions): () => void {
  const seen = new Set<string>()
  let pinned: string | undefined
  const isAllowed = (origin: string) =>
    origin !== 'null' && (origins.includes('*') || origins.includes(origin))

  function onMessage(event: Event) {
    if (!(event instanceof MessageEvent) || event.source !== parent || seen.size >= maxHellos)
      return
    if (
      pinned === undefined
        ? !isAllowed(event.origin) || !ancestors.every(isAllowed)
        : event.origin !== pinned
    )
      return
    const hello = v.safeParse(frameHello, event.data)
    if (!hello.success || seen.has(hello.output.nonce)) return
    pinned = event.origin
    seen.add(hello.output.nonce)
    const { port1, port2 } = new MessageChannel()
    onPort(port1, pinned)
    parent.postMessage(
      {
        type: '@w3m-frame/READY',
        nonce: hello.output.nonce,
        payload: { version: frameVersion, approvals: approvalsOf(pinned) },
      },
      { targetOrigin: pinned, transfer: [port2] },
    )
  }

  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

/**
 * Ports that one page hands out; a site that builds its kit more often than this reloads the frame.
 */
const maxHellos = 100
