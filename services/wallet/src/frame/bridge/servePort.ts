import { frameRequest } from '@latchkey/protocol/frame/frame'
import type { FrameEvent } from '@latchkey/protocol/frame/site'
import { frameMessageLength, frameRequests, frameVersion } from '@latchkey/protocol/frame/wire'
import { partsOf } from '@latchkey/protocol/isObject'
import * as v from 'valibot'
import { createRefusals } from './createRefusals.ts'
import { describeFault, fault } from './Fault.ts'
import type { FaultCode } from './faults.ts'
import { sizeOf } from './sizeOf.ts'

/** A request as its handler sees it. */
export type Request = {
  id: string
  /** Aborts when the site takes the request back, or replaces its port. */
  signal: AbortSignal
  /** Says that it waits for the visitor from now on. */
  wait: () => void
}

/** Requests that the site waits for. */
export type OpenRequests = {
  /**
   * Takes back one request, or all others that wait for the visitor. They end with `reason`. frame
   * 4
   */
  abort: (reason: Error, id?: string) => void
}

/** Answers one request of the site, by its name. `undefined`: there is no such request. */
export type Answerer = (
  name: string,
) => ((payload: unknown, request: Request, open: OpenRequests) => Promise<unknown>) | undefined

/** The site's end of a port. */
export type SitePort = {
  /** Tells the site something it did not ask for. */
  notify: (event: FrameEvent) => void
  /** Ends the port and everything that is open on it. */
  close: () => void
}

/** Serves a port: every message gets exactly one answer, whatever it is. */
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
   * What answers a message; the code of a fault for one that nothing answers. No promise is made
   * before that: of a flood each step counts.
   */
  function accept(
    name: string,
    id: string,
    data: unknown,
  ): { run: NonNullable<ReturnType<Answerer>>; payload: unknown } | FaultCode {
    // of a flood nothing is read
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
      // an answer that cannot be cloned
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
 * Whether a message is of this version of the protocol; one without a version, or with something
 * else in its place, counts as such.
 */
const isSpoken = (version: unknown) =>
  typeof version !== 'number' || Math.floor(version) === frameVersion

/**
 * To whom an answer goes. A message without a usable id or name is answered under `unknown` and
 * `REQUEST`.
 */
function addressOf(data: unknown): { id: string; name: string } {
  const { id, type } = partsOf(data)
  const [, name] = (typeof type === 'string' && /^@w3m-app\/([A-Z_]{1,56})$/.exec(type)) || []
  return {
    id: typeof id === 'string' && id.length > 0 && id.length <= 64 ? id : 'unknown',
    name: name ?? 'REQUEST',
  }
}
