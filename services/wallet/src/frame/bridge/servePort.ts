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
   * Aborts one request, or all others that wait for the visitor. They end with `reason`.
   * docs/contracts/frame.md#rpc-request
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
export function servePort(port: MessagePort, answererOf: Answerer): SitePort {
  const open = new Map<string, { controller: AbortController; isWaiting: boolean }>()
  const answer = (type: string, id: string, payload: unknown) =>
    port.postMessage({ type, id, payload })

  function abort(reason: Error, isTaken: (id: string, isWaiting: boolean) => boolean) {
    for (const [id, { controller, isWaiting }] of open)
      if (isTaken(id, isWaiting)) controller.abort(reason)
  }

  async function handle(
    run: NonNullable<ReturnType<Answerer>>,
    id: string,
    payload: unknown,
  ): Promise<unknown> {
    const entry = { controller: new AbortController(), isWaiting: false }
    open.set(id, entry)
    const request: Request = {
      id,
      signal: entry.controller.signal,
      wait: () => void (entry.isWaiting = true),
    }
    try {
      return await run(payload, request, {
        abort: (reason, requestId) =>
          abort(reason, (request, isWaiting) =>
            requestId === undefined ? isWaiting && request !== id : request === requestId,
          ),
      })
    } finally {
      open.delete(id)
    }
  }

  /**
   * The handler of a message, or the code of a fault. It creates no promise before it accepts a
   * message, because in a flood each step counts.
   */
  function accept(
    name: string,
    id: string,
    data: unknown,
  ): { run: NonNullable<ReturnType<Answerer>>; payload: unknown } | FaultCode {
    // in a flood no message is read
    if (open.size >= frameRequests) return 'limitExceeded'
    if (sizeOf(data) > frameMessageLength) return 'messageInvalid'
    if (!isSpoken(partsOf(data)['v'])) return 'versionUnsupported'
    const message = v.safeParse(frameRequest, data)
    if (!message.success) return 'messageInvalid'
    const run = answererOf(name)
    if (!run) return 'methodNotFound'
    return open.has(id) ? 'messageInvalid' : { run, payload: message.output.payload }
  }

  const refusals = createRefusals<{ id: string; name: string; code: FaultCode }>(
    ({ id, name, code }) => answer(`@w3m-frame/${name}_ERROR`, id, describeFault(fault(code))),
  )

  function onMessage({ data }: MessageEvent) {
    const { id, name } = addressOf(data)
    const accepted = accept(name, id, data)
    if (typeof accepted === 'string') return refusals.post({ id, name, code: accepted })
    handle(accepted.run, id, accepted.payload)
      .then(
        (payload) => answer(`@w3m-frame/${name}_SUCCESS`, id, payload),
        (error: unknown) => answer(`@w3m-frame/${name}_ERROR`, id, describeFault(error)),
      )
      // for a result that cannot be cloned
      .catch(() => answer(`@w3m-frame/${name}_ERROR`, id, describeFault(fault('somethingWrong'))))
  }

  port.addEventListener('message', onMessage)
  port.start()
  return {
    notify: (event) => port.postMessage(event),
    close() {
      abort(fault('requestAborted'), () => true)
      port.removeEventListener('message', onMessage)
      refusals.close()
      port.close()
    },
  }
}

/**
 * Whether a message has this version of the protocol. A message without a version, or with a
 * value of another type, counts as such.
 */
const isSpoken = (version: unknown) =>
  typeof version !== 'number' || Math.floor(version) === frameVersion

/**
 * The address of an answer: id and name of the message. Without usable ones it is `unknown`
 * and `REQUEST`.
 */
function addressOf(data: unknown): { id: string; name: string } {
  const { id, type } = partsOf(data)
  const [, name] = (typeof type === 'string' && /^@w3m-app\/([A-Z_]{1,56})$/.exec(type)) || []
  return {
    id: typeof id === 'string' && id.length > 0 && id.length <= 64 ? id : 'unknown',
    name: name ?? 'REQUEST',
  }
}
