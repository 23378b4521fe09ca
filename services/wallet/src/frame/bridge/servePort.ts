import { frameRequest } from '@latchkey/protocol/frame/frame'
import type { FrameEvent } from '@latchkey/protocol/frame/site'
import { frameMessageLength, frameRequests, frameVersion } from '@latchkey/protocol/frame/wire'
import { partsOf } from '@latchkey/protocol/isObject'
import * as v from 'valibot'
import { createRefusals } from './createRefusals.ts'
import { describeFault, fault } from './Fault.ts'
import type { FaultCode } from './faults.ts'
import { sizeOf } from './sizeOf.ts'

/** A request as its handler gets it. */
export type Request = {
  id: string
  /** Aborts when the site aborts the request or replaces its port. */
  signal: AbortSignal
  /** Marks the request as waiting for the visitor from now on. */
  wait: () => void
}

/** The open requests of a port. */
export type OpenRequests = {
  /**
   * Aborts the request with this id; without an id, all other requests that wait for the visitor.
   * The aborted requests end with `reason`. docs/contracts/frame.md#rpc-request
   */
  abort: (reason: Error, id?: string) => void
}

/** Answers a request of the site by its name. `undefined`: there is no such request. */
export type Answerer = (
  name: string,
) => ((payload: unknown, request: Request, open: OpenRequests) => Promise<unknown>) | undefined

/** The frame's side of a site's port. */
export type SitePort = {
  /** Sends the site an event. */
  notify: (event: FrameEvent) => void
  /** Closes the port and aborts everything that is open on it. */
  close: () => void
}

/** Serves a port: every message gets exactly one answer. */
export const servePort = (port: MessagePort, answererOf: Answerer): SitePort =>
  new ServedPort(port, answererOf)

/** The function that runs a request. */
type Run = NonNullable<ReturnType<Answerer>>

class ServedPort implements SitePort {
  readonly #port: MessagePort
  readonly #post: (message: unknown) => void
  readonly #answererOf: Answerer
  readonly #open = new Map<string, { controller: AbortController; isWaiting: boolean }>()
  readonly #refusals = createRefusals<{ id: string; name: string; code: FaultCode }>(
    ({ id, name, code }) =>
      this.#answer(`@w3m-frame/${name}_ERROR`, id, describeFault(fault(code))),
  )

  constructor(port: MessagePort, answererOf: Answerer) {
    this.#port = port
    this.#post = (message) => port.postMessage(message)
    this.#answererOf = answererOf
    port.addEventListener('message', this.#onMessage)
    port.start()
  }

  notify(event: FrameEvent): void {
    this.#post(event)
  }

  close(): void {
    this.#abort(fault('requestAborted'), () => true)
    this.#port.removeEventListener('message', this.#onMessage)
    this.#refusals.close()
    this.#port.close()
  }

  #answer(type: string, id: string, payload: unknown): void {
    this.#post({ type, id, payload })
  }

  #abort(reason: Error, isTaken: (id: string, isWaiting: boolean) => boolean): void {
    for (const [id, { controller, isWaiting }] of this.#open)
      if (isTaken(id, isWaiting)) controller.abort(reason)
  }

  readonly #onMessage = ({ data }: MessageEvent): void => {
    const { id, name } = addressOf(data)
    const accepted = this.#accept(name, id, data)
    if (typeof accepted === 'string') return this.#refusals.post({ id, name, code: accepted })
    this.#handle(accepted.run, id, accepted.payload)
      .then(
        (payload) => this.#answer(`@w3m-frame/${name}_SUCCESS`, id, payload),
        (error: unknown) => this.#answer(`@w3m-frame/${name}_ERROR`, id, describeFault(error)),
      )
      // a result that cannot be cloned becomes an error
      .catch(() =>
        this.#answer(`@w3m-frame/${name}_ERROR`, id, describeFault(fault('somethingWrong'))),
      )
  }

  /**
   * The handler of a message, or the code of a fault. It creates no promise before it accepts a
   * message, because in a flood each step counts.
   */
  #accept(name: string, id: string, data: unknown): { run: Run; payload: unknown } | FaultCode {
    // in a flood no message is read
    if (this.#open.size >= frameRequests) return 'limitExceeded'
    if (sizeOf(data) > frameMessageLength) return 'messageInvalid'
    if (!isSpoken(partsOf(data)['v'])) return 'versionUnsupported'
    const message = v.safeParse(frameRequest, data)
    if (!message.success) return 'messageInvalid'
    const run = this.#answererOf(name)
    if (!run) return 'methodNotFound'
    return this.#open.has(id) ? 'messageInvalid' : { run, payload: message.output.payload }
  }

  async #handle(run: Run, id: string, payload: unknown): Promise<unknown> {
    const entry = { controller: new AbortController(), isWaiting: false }
    this.#open.set(id, entry)
    const request: Request = {
      id,
      signal: entry.controller.signal,
      wait: () => void (entry.isWaiting = true),
    }
    try {
      return await run(payload, request, {
        abort: (reason, requestId) =>
          this.#abort(reason, (request, isWaiting) =>
            requestId === undefined ? isWaiting && request !== id : request === requestId,
          ),
      })
    } finally {
      this.#open.delete(id)
    }
  }
}

/**
 * Whether a message has this version of the protocol. A message without a version, or with a
 * version that is no number, counts as this version.
 */
const isSpoken = (version: unknown) =>
  typeof version !== 'number' || Math.floor(version) === frameVersion

/**
 * The address of an answer: id and name of the message. If they are not usable, the address is
 * `unknown` and `REQUEST`.
 */
function addressOf(data: unknown): { id: string; name: string } {
  const { id, type } = partsOf(data)
  const [, name] = (typeof type === 'string' && /^@w3m-app\/([A-Z_]{1,56})$/.exec(type)) || []
  return {
    id: typeof id === 'string' && id.length > 0 && id.length <= 64 ? id : 'unknown',
    name: name ?? 'REQUEST',
  }
}
