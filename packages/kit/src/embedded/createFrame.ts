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
import { showAlert } from '../core/alert.ts'
import { createListeners } from '../core/createListeners.ts'
import { kitError } from '../core/errors.ts'
import { KitError } from '../core/KitError.ts'
import type { Kit } from '../core/kit.ts'
import { withLimit } from '../core/withLimit.ts'
import { handshake } from './handshake.ts'
import type { Approvals, HandshakeTarget } from './handshake.ts'
import { readFrameError } from './readFrameError.ts'

/** The frame as the kit's code uses it. */
export type Frame = {
  /**
   * Sends a request, and waits for its answer. @throws KitError frameUnloaded when the frame does
   * not answer at all or is of another version, somethingWrong when it does not answer in time,
   * answerInvalid, requestAborted, and what the frame answers
   */
  request<name extends keyof FrameParams, result>(
    method: SiteMethod<name, result>,
    params: FrameParams[name],
    options?: { signal?: AbortSignal },
  ): Promise<result>
  /** Where visitors of this site approve, as the frame says. @throws KitError frameUnloaded … */
  approvals(signal?: AbortSignal): Promise<Approvals>
  /** Begins to load it. */
  open(): void
  subscribe(listener: (event: FrameEvent) => void): () => void
  /** A request that waits, by its id, as it was sent. */
  waiting(id: string): { name: string; payload: unknown } | undefined
  /** Ends a request that waits with an error, and takes it back. */
  fail(id: string, error: Error): void
  /** Takes back every request that waits for a person. */
  abortAll(): void
}

/** The window that the frame lives in. */
export type FrameWindow = HandshakeTarget & {
  /** Loads it; `onLoad` is called with every page that it has loaded. */
  load(onLoad: () => void): void
  /** Takes it out of the page. */
  unload(): void
}

/**
 * A request that each page of the frame gets before all others, and whose answer nobody waits for.
 */
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
 * Makes the client of a frame. Its window is loaded with the first request, and leaves the page
 * when the kit stops. Each page that it loads is told `introduce` first; then what waits for a
 * person is sent again.
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
    if (!isFrameAnswer(data)) return // the frame is held to the table; anything else is ignored
    const openRequest = open.get(data.id)
    if (data.type === `@w3m-frame/${openRequest?.name}_SUCCESS`) openRequest?.succeed(data.payload)
    if (data.type === `@w3m-frame/${openRequest?.name}_ERROR`)
      openRequest?.fail(readFrameError(data.payload))
  }

  /**
   * Greets the page that was loaded, takes its port, and sends what waits for a person once more.
   * @throws KitError frameUnloaded when it does not answer or is of another version, then every
   * request ends; requestAborted when a newer page is greeted
   */
  async function startHandshake(): Promise<void> {
    handshakeController?.abort()
    if (port) notify({ type: '@w3m-frame/HIDE' }) // the page that asked to be seen is gone
    port?.close()
    port = undefined
    const attempt = (handshakeController = new AbortController())
    const next = await withLimit((signal) => handshake(view, { clock, signal }), {
      ms: times.frameReady,
      clock,
      signal: attempt.signal,
      onTimeout: () => kitError('frameUnloaded'),
    }).catch((error: unknown) => {
      // of `withLimit`; a newer page is greeted otherwise
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

  /** The frame does not answer: the next request loads it again. */
  function failHandshake(error: Error): void {
    handshakeController?.abort()
    handshakeController = undefined
    handshakePending = undefined
    for (const { fail } of open.values()) fail(error)
  }

  /** The kit stops: what waits ends, and the next request loads the frame again. */
  function abandon(): void {
    if (port) notify({ type: '@w3m-frame/HIDE' })
    port?.close()
    port = undefined
    failHandshake(kitError('requestAborted', { details: 'The kit was stopped' }))
    view.unload()
  }

  /** Loads the frame, once; after a failure the next call loads it again. */
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
      if (KitError.is(error, 'requestAborted')) throw error // `leave` has ended it
      failHandshake(error as Error) // of `withLimit`
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
    open: () => void ready().catch(() => {}), // the next request reports it
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
