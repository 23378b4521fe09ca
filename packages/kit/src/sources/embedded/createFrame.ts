import type { FrameParams } from '@latchkey/protocol/frame/frame'
import {
  isFrameAnswer,
  isFrameEvent,
  rpcAbort,
  toFramePayload,
} from '@latchkey/protocol/frame/site'
import type { FrameEvent, FrameWait, SiteMethod } from '@latchkey/protocol/frame/site'
import {
  firstNamespaces,
  frameMessageLength,
  frameRequests,
  frameVersion,
} from '@latchkey/protocol/frame/wire'
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
import { contextOf } from '../../core/kit/context.ts'

/** The client of the frame. */
export type Frame = {
  /**
   * Sends a request, and waits for its answer.
   * @throws KitError frameUnloaded when the frame does not answer at all or has another version;
   *   somethingWrong when it does not answer in time; limitExceeded for too many or too large
   *   requests; frameFailed when the frame was loaded again; answerInvalid, requestAborted, and the
   *   errors that the frame answers
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
  /**
   * The namespaces in which the wallet has accounts, as the frame reports them. The kit can't know
   * them, because a wallet may be older or newer than the kit.
   * @throws KitError frameUnloaded …
   */
  namespaces(signal?: AbortSignal): Promise<readonly string[]>
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

/** The frame's window, and how it is loaded. */
export type FrameWindow = HandshakeTarget & {
  /** Loads the frame. `onLoad` is called after each page that it has loaded. */
  load(onLoad: () => void): void
  /** Removes the frame from the page. */
  unload(): void
}

/** A request that the kit sends first to each page that the frame loads. Its answer is ignored. */
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
 * kit stops. Each page that the frame loads gets the requests of `introduce` first. Then it gets
 * again the requests that wait for the visitor.
 */
export function createFrame(
  kit: Kit,
  view: FrameWindow,
  introduce: () => readonly Introduction[] = () => [],
): Frame {
  return new PortFrame(kit, view, introduce)
}

class PortFrame implements Frame {
  readonly subscribe: Frame['subscribe']
  readonly #notify: (event: FrameEvent) => void
  readonly #kit: Kit
  readonly #view: FrameWindow
  readonly #introduce: () => readonly Introduction[]
  readonly #open = new Map<string, Open>()
  #port: MessagePort | undefined
  #approvals: Approvals = 'page'
  #namespaces = firstNamespaces
  #handshakePending: Promise<void> | undefined
  #handshakeController: AbortController | undefined

  constructor(kit: Kit, view: FrameWindow, introduce: () => readonly Introduction[]) {
    this.#kit = kit
    this.#view = view
    this.#introduce = introduce
    const { subscribe, notify } = createListeners<[event: FrameEvent]>()
    this.subscribe = subscribe
    this.#notify = notify
  }

  async approvals(signal?: AbortSignal): Promise<Approvals> {
    await this.#untilReady(signal)
    return this.#approvals
  }

  async namespaces(signal?: AbortSignal): Promise<readonly string[]> {
    await this.#untilReady(signal)
    return this.#namespaces
  }

  open(): void {
    this.#ready().catch(() => {}) // if the load fails, the next request reports it
  }

  waiting(id: string): { name: string; payload: unknown } | undefined {
    const existing = this.#open.get(id)
    return existing && { name: existing.name, payload: existing.message.payload }
  }

  fail(id: string, error: Error): void {
    const existing = this.#open.get(id)
    if (existing) this.#post(rpcAbort.name, { id })
    existing?.fail(error)
  }

  abortAll(): void {
    this.#post(rpcAbort.name, {})
  }

  async request<name extends keyof FrameParams, result>(
    { name, wait, isResult }: SiteMethod<name, result>,
    params: FrameParams[name],
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<result> {
    await this.#untilReady(signal)
    if (this.#open.size >= frameRequests) throw kitError('limitExceeded')
    const message = messageOf(name, params)
    const { id } = message
    if (JSON.stringify(message).length > frameMessageLength)
      throw kitError('limitExceeded', { details: 'The request is too large' })
    const onTimeout = () => {
      if (wait === 'connect') showAlert(this.#kit, { code: 'alertInvalidConfiguration' })
      return kitError('somethingWrong', { details: `The frame did not answer ${name}` })
    }
    const { clock } = contextOf(this.#kit)
    try {
      const result = await withLimit(
        (limited) => this.#answerTo({ name, wait, message }, limited),
        {
          ms: limits[wait],
          clock,
          signal,
          onTimeout,
        },
      )
      if (!isResult(result))
        throw kitError('answerInvalid', { details: `The frame answered ${name} in another form` })
      return result
    } finally {
      this.#open.delete(id)
    }
  }

  /**
   * Sends a request. If it waits for the visitor when the signal fires, it is aborted in the frame,
   * too.
   */
  #answerTo(
    request: Pick<Open, 'name' | 'wait' | 'message'>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { wait, message } = request
    const { id } = message
    return new Promise((resolve, reject) => {
      this.#open.set(id, { ...request, succeed: resolve, fail: reject })
      const abort = () => void (wait === 'person' && this.#post(rpcAbort.name, { id }))
      signal.addEventListener('abort', abort, { once: true })
      this.#port?.postMessage(message)
    })
  }

  #post(name: keyof FrameParams, params: unknown): void {
    this.#port?.postMessage(messageOf(name, params))
  }

  #handleMessage(data: unknown): void {
    if (isFrameEvent(data)) return this.#notify(data)
    if (!isFrameAnswer(data)) return // other messages are ignored
    const openRequest = this.#open.get(data.id)
    if (data.type === `@w3m-frame/${openRequest?.name}_SUCCESS`) openRequest?.succeed(data.payload)
    if (data.type === `@w3m-frame/${openRequest?.name}_ERROR`)
      openRequest?.fail(readFrameError(data.payload))
  }

  #untilReady(signal?: AbortSignal): Promise<void> {
    return withLimit(() => this.#ready(), {
      ms: times.frameReady + 1_000,
      clock: contextOf(this.#kit).clock,
      signal,
      onTimeout: () => kitError('frameUnloaded'),
    })
  }

  /** Loads the frame, once. After a failure the next call loads it again. */
  #ready(): Promise<void> {
    if (this.#handshakePending) return this.#handshakePending
    const { life: kitLife, clock } = contextOf(this.#kit)
    const life = kitLife?.signal
    const signal = life?.aborted ? undefined : life
    signal?.addEventListener('abort', () => this.#abandon(), { once: true })
    this.#handshakePending = withLimit(() => this.#load(), {
      ms: times.frameReady,
      clock,
      ...(signal && { signal }),
      onTimeout: () => kitError('frameUnloaded'),
    }).catch((error: unknown) => {
      if (KitError.is(error, 'requestAborted')) throw error // `#abandon` has ended the request
      this.#failHandshake(error as Error) // an error of `withLimit`
      showAlert(this.#kit, {
        code: 'alertInvalidConfiguration',
        text: KitError.is(error) ? error.details : undefined,
      })
      throw error
    })
    return this.#handshakePending
  }

  /** Loads the window, and does the handshake with each page that it loads. */
  #load(): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#view.load(
        () =>
          void this.#startHandshake().then(
            resolve,
            (error: unknown) => KitError.is(error, 'frameUnloaded') && reject(error),
          ),
      ),
    )
  }

  /**
   * Starts the handshake with the loaded page, and uses its port. Then it sends the requests that
   * wait for the visitor once more. All other open requests fail.
   * @throws KitError frameUnloaded when the page does not answer or has another version: then every
   *   open request fails. requestAborted when a newer page has loaded
   */
  async #startHandshake(): Promise<void> {
    const { clock } = contextOf(this.#kit)
    this.#handshakeController?.abort()
    this.#closePort() // the earlier page is gone, and with it the reason to show the frame
    const attempt = (this.#handshakeController = new AbortController())
    const { port, approvals, namespaces } = await withLimit(
      (signal) => handshake(this.#view, { clock, signal }),
      {
        ms: times.frameReady,
        clock,
        signal: attempt.signal,
        onTimeout: () => kitError('frameUnloaded'),
      },
    ).catch((error: unknown) => {
      // otherwise a newer page has started its handshake. The error is from `withLimit`
      if (this.#handshakeController === attempt) this.#failHandshake(error as Error)
      throw error
    })
    this.#port = port
    this.#approvals = approvals
    this.#namespaces = namespaces
    port.addEventListener('message', ({ data }: MessageEvent) => this.#handleMessage(data))
    port.start()
    for (const { name, params } of this.#introduce()) port.postMessage(messageOf(name, params), [])
    for (const { wait, message, fail } of this.#open.values()) {
      if (wait === 'person') port.postMessage(message, [])
      else fail(kitError('frameFailed', { details: 'The frame was loaded anew' }))
    }
  }

  /** Closes the port of a page that is gone, and hides the frame. */
  #closePort(): void {
    if (this.#port) this.#notify({ type: '@w3m-frame/HIDE' })
    this.#port?.close()
    this.#port = undefined
  }

  /**
   * Fails all open requests, because the frame does not answer. The next request loads the frame
   * again.
   */
  #failHandshake(error: Error): void {
    this.#handshakeController?.abort()
    this.#handshakeController = undefined
    this.#handshakePending = undefined
    for (const { fail } of this.#open.values()) fail(error)
  }

  /**
   * Handles the stop of the kit: pending requests fail, and the next request loads the frame again.
   */
  #abandon(): void {
    this.#closePort()
    this.#failHandshake(kitError('requestAborted', { details: 'The kit was stopped' }))
    this.#view.unload()
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
