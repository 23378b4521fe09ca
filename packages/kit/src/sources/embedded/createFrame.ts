import type { FrameParams } from '@latchkey/protocol/frame/frame'
import {
  isFrameAnswer,
  isFrameEvent,
  rpcAbort,
  toFramePayload,
} from '@latchkey/protocol/frame/site'
import type { FrameEvent, FrameWait, SiteMethod } from '@latchkey/protocol/frame/site'
import { frameMessageLength, frameRequests, frameVersion } from '@latchkey/protocol/frame/wire'
import * as times from '@latchkey/protocol/times'
import { showAlert } from '../../core/kit/alert.ts'
import { createListeners } from '../../core/kit/createListeners.ts'
import { kitError } from '../../core/errors/errors.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import { handshake } from './handshake.ts'
import type { Approvals, HandshakeTarget } from './handshake.ts'
import { readFrameError } from './readFrameError.ts'

/** The client of the frame. */
export type Frame = {
  /**
   * Sends a request, and waits for its answer.
   * @throws KitError frameUnloaded when the frame does not answer at all or has another version;
   *   somethingWrong when it does not answer in time; answerInvalid, requestAborted, and what the
   *   frame answers
   */
  request<name extends keyof FrameParams, result>(
    method: SiteMethod<name, result>,
    params: FrameParams[name],
    options?: { signal?: AbortSignal },
  ): Promise<result>
  /**
   * Where visitors of this site approve requests, as the frame reports it.
   * @throws KitError frameUnloaded …
   */
  approvals(signal?: AbortSignal): Promise<Approvals>
  /** Starts to load the frame. */
  open(): void
  subscribe(listener: (event: FrameEvent) => void): () => void
  /** A pending request by its id, as it was sent. */
  waiting(id: string): { name: string; payload: unknown } | undefined
  /** Ends a pending request with an error, and aborts it in the frame. */
  fail(id: string, error: Error): void
  /** Aborts every request that waits for the visitor. */
  abortAll(): void
}

/** The window of the frame. */
export type FrameWindow = HandshakeTarget & {
  /** Loads the frame. `onLoad` is called after each page that it has loaded. */
  load(onLoad: () => void): void
  /** Removes the frame from the page. */
  unload(): void
}

/** A request that each page of the frame receives first. Its answer is ignored. */
export type Introduction = {
  [name in keyof FrameParams]: { name: name; params: FrameParams[name] }
}[keyof FrameParams]

type Open = Pick<SiteMethod, 'name' | 'wait'> & {
  message: ReturnType<typeof messageOf>
  succeed: (payload: unknown) => void
  fail: (error: Error) => void
}

const limits: Record<FrameWait, number> = {
  connect: times.connectRequest,
  plain: times.connectRequest,
  person: times.framePerson,
}

/**
 * Creates the client of a frame. Its window is loaded with the first request, and removed when the
 * kit stops. Each loaded page receives the requests of `introduce` first, then again the requests
 * that wait for the visitor.
 */
export function createFrame(
  kit: Kit,
  view: FrameWindow,
  introduce: () => readonly Introduction[] = () => [],
): Frame {
  const { clock } = kit.context
  const open = new Map<string, Open>()
  const { subscribe, notify } = createListeners<[event: FrameEvent]>()
  let port: MessagePort | undefined
  let approvals: Approvals = 'page'
  let handshakePending: Promise<void> | undefined
  let handshakeController: AbortController | undefined

  function handleMessage(data: unknown): void {
    if (isFrameEvent(data)) return notify(data)
    if (!isFrameAnswer(data)) return // only known messages; anything else is ignored
    const openRequest = open.get(data.id)
    if (data.type === `@w3m-frame/${openRequest?.name}_SUCCESS`) openRequest?.succeed(data.payload)
    if (data.type === `@w3m-frame/${openRequest?.name}_ERROR`)
      openRequest?.fail(readFrameError(data.payload))
  }

  /**
   * Starts the handshake with the loaded page, uses its port, and sends the requests that wait for
   * the visitor again.
   * @throws KitError frameUnloaded when it does not answer or has another version, then every
   *   request fails; requestAborted when a newer page has loaded
   */
  async function startHandshake(): Promise<void> {
    handshakeController?.abort()
    if (port) notify({ type: '@w3m-frame/HIDE' }) // the page that requested to be shown is gone
    port?.close()
    port = undefined
    const attempt = (handshakeController = new AbortController())
    const next = await withLimit((signal) => handshake(view, { clock, signal }), {
      ms: times.frameReady,
      clock,
      signal: attempt.signal,
      onTimeout: () => kitError('frameUnloaded'),
    }).catch((error: unknown) => {
      // from `withLimit`; otherwise the handshake with a newer page has started
      if (handshakeController === attempt) failHandshake(error as Error)
      throw error
    })
    const { port: framePort } = next
    port = framePort
    approvals = next.approvals
    framePort.addEventListener('message', ({ data }: MessageEvent) => handleMessage(data))
    framePort.start()
    for (const { name, params } of introduce()) framePort.postMessage(messageOf(name, params), [])
    for (const { wait, message, fail } of open.values()) {
      if (wait === 'person') framePort.postMessage(message, [])
      else fail(kitError('frameFailed', { details: 'The frame was loaded anew' }))
    }
  }

  /** Handles a frame that does not answer. The next request loads it again. */
  function failHandshake(error: Error): void {
    handshakeController?.abort()
    handshakeController = undefined
    handshakePending = undefined
    for (const { fail } of open.values()) fail(error)
  }

  /**
   * Handles the stop of the kit: pending requests fail, and the next request loads the frame again.
   */
  function abandon(): void {
    if (port) notify({ type: '@w3m-frame/HIDE' })
    port?.close()
    port = undefined
    failHandshake(kitError('requestAborted', { details: 'The kit was stopped' }))
    view.unload()
  }

  /** Loads the frame, once. After a failure the next call loads it again. */
  function ready(): Promise<void> {
    if (handshakePending) return handshakePending
    const life = kit.context.life?.signal
    const signal = life?.aborted ? undefined : life
    signal?.addEventListener('abort', abandon, { once: true })
    handshakePending = withLimit(
      () =>
        new Promise<void>((resolve, reject) =>
          view.load(
            () =>
              void startHandshake().then(
                resolve,
                (error: unknown) => KitError.is(error, 'frameUnloaded') && reject(error),
              ),
          ),
        ),
      {
        ms: times.frameReady,
        clock,
        ...(signal && { signal }),
        onTimeout: () => kitError('frameUnloaded'),
      },
    ).catch((error: unknown) => {
      if (KitError.is(error, 'requestAborted')) throw error // `abandon` has ended it
      failHandshake(error as Error) // from `withLimit`
      showAlert(kit, {
        code: 'alertInvalidConfiguration',
        text: KitError.is(error) ? error.details : undefined,
      })
      throw error
    })
    return handshakePending
  }

  const untilReady = (signal?: AbortSignal) =>
    withLimit(ready, {
      ms: times.frameReady + 1_000,
      clock,
      signal,
      onTimeout: () => kitError('frameUnloaded'),
    })

  return {
    subscribe,
    approvals: async (signal) => untilReady(signal).then(() => approvals),
    open: () => void ready().catch(() => {}), // the next request reports a failure
    waiting(id) {
      const existing = open.get(id)
      return existing && { name: existing.name, payload: existing.message.payload }
    },
    fail(id, error) {
      if (open.has(id)) port?.postMessage(messageOf(rpcAbort.name, { id }))
      open.get(id)?.fail(error)
    },
    abortAll: () => port?.postMessage(messageOf(rpcAbort.name, {})),
    async request({ name, wait, isResult }, params, { signal } = {}) {
      await untilReady(signal)
      if (open.size >= frameRequests) throw kitError('limitExceeded')
      const message = messageOf(name, params)
      const { id } = message
      if (JSON.stringify(message).length > frameMessageLength)
        throw kitError('limitExceeded', { details: 'The request is too large' })
      const onTimeout = () => {
        if (wait === 'connect') showAlert(kit, { code: 'alertInvalidConfiguration' })
        return kitError('somethingWrong', { details: `The frame did not answer ${name}` })
      }
      const answer = (limited: AbortSignal) =>
        new Promise<unknown>((resolve, reject) => {
          open.set(id, { name, wait, message, succeed: resolve, fail: reject })
          limited.addEventListener(
            'abort',
            () => wait === 'person' && port?.postMessage(messageOf(rpcAbort.name, { id })),
            { once: true },
          )
          port?.postMessage(message)
        })
      try {
        const result = await withLimit(answer, { ms: limits[wait], clock, signal, onTimeout })
        if (!isResult(result))
          throw kitError('answerInvalid', { details: `The frame answered ${name} in another form` })
        return result
      } finally {
        open.delete(id)
      }
    },
  }
}

function messageOf(
  name: keyof FrameParams,
  params: unknown,
): { type: string; id: string; v: number; payload: unknown } {
  return {
    type: `@w3m-app/${name}`,
    id: globalThis.crypto.randomUUID(),
    v: frameVersion,
    payload: toFramePayload(params),
  }
}
