import { frameHello } from '@latchkey/protocol/frame/frame'
import { embeddedNamespaces } from '@latchkey/protocol/namespace'
import { frameVersion } from '@latchkey/protocol/frame/wire'
import * as v from 'valibot'

/** The window that contains the frame, and everything that a test replaces. */
export type HelloOptions = {
  /** The frame's own window, which receives the hello. */
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  /** The only accepted sender: `window.parent`. */
  parent: MessageEventSource
  /** Origins that may contain the frame; `*` for any. */
  origins: readonly string[]
  /**
   * Origins of the windows around the frame, in browsers that report them
   * (`location.ancestorOrigins`). Each must be allowed.
   */
  ancestors?: readonly string[]
  /** The place where visitors of a site approve. @default in the page */
  approvalsOf?: (origin: string) => 'page' | 'window'
  /**
   * Called with a site's port. The browser guarantees `origin`, which is the same for every port
   * of this page.
   */
  onPort: (port: MessagePort, origin: string) => void
}

/**
 * Waits for the hello of the site that contains the frame, pins the site's origin and gives it a
 * port.
 * - A second hello of the same origin with another nonce gets another port, which replaces the
 *   first: the site has created its kit again.
 * - A repeated nonce is ignored, and so is every other origin from then on.
 * @returns a function that stops waiting
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
        payload: {
          version: frameVersion,
          approvals: approvalsOf(pinned),
          namespaces: embeddedNamespaces,
        },
      },
      { targetOrigin: pinned, transfer: [port2] },
    )
  }

  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

/**
 * Maximum of ports for one page. A site that creates its kit more often reloads the frame.
 */
const maxHellos = 100
