import { isFrameAnswer, isFrameError, isFrameEvent } from '@latchkey/protocol/frame/site'
import { frameVersion, windowPath } from '@latchkey/protocol/frame/wire'
import * as v from 'valibot'
import { isDevice } from '../device/openDevice.ts'
import { Fault, fault } from '../bridge/Fault.ts'
import type { Request } from '../bridge/servePort.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { adoptWindowDevice } from '../wallet/windowDevice.ts'
import { clearSignedOut, isSignedOut } from '../wallet/signedOut.ts'
import { forgetNamedAccount } from '../wallet/namedAccount.ts'
import { readCarried, writeCarried } from './carried.ts'
import { messages } from '../stage/messages.ts'
import { windowChanged, windowHello, windowLeft } from './wire.ts'
import type { WindowChanged, WindowWelcome } from './wire.ts'

/** Milliseconds between two checks whether the window was closed. */
const lookEvery = 250

/**
 * The frame's client of the wallet's own window. One window serves all pending requests.
 */
export type WindowClient = {
  /**
   * Opens the window, where the visitor answers a request of the site.
   * @throws Fault 4001 when the visitor closes it, or the window's error
   */
  ask: (name: string, payload: unknown, request: Request) => Promise<unknown>
  /** Whether the window is open. */
  isOpen: () => boolean
  /**
   * Focuses or opens the window while a press of the visitor is handled.
   * @returns false where the browser blocks it
   */
  show: () => boolean
  /**
   * Makes the site's tab go to the wallet's own page with the pending request, for browsers that
   * can't open windows.
   */
  goHere: () => void
  subscribe: (listener: () => void) => () => void
}

type Pending = {
  name: string
  message: object
  resolve: (payload: unknown) => void
  reject: (error: Error) => void
}

/** Creates the client. No window is opened before the first request. */
export const createWindowClient = (wallet: Wallet): WindowClient => new FrameWindowClient(wallet)

/** The open window: its page, and the port to it. */
type Connection = { view: Window; port: MessagePort }

class FrameWindowClient implements WindowClient {
  readonly #wallet: Wallet
  readonly #pending = new Map<string, Pending>()
  readonly #listeners = new Set<() => void>()
  /** The id with which the window is opened; undefined while no window is needed. */
  #id: string | undefined
  /** The id of the page that is connected. */
  #connectedId: string | undefined
  #connection: Connection | undefined
  /** Handles messages one after the other. */
  #work: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setInterval> | undefined
  /** Ends the card about the window, in the site's page. */
  #card: AbortController | undefined

  constructor(wallet: Wallet) {
    this.#wallet = wallet
    window.addEventListener('message', (event) => this.#greet(event))
  }

  ask(name: string, payload: unknown, { id, signal, wait }: Request): Promise<unknown> {
    wait()
    return new Promise<unknown>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      if (!isCloneable(payload)) return reject(fault('messageInvalid'))
      // The window was closed after the last check, so this request needs another window.
      if (this.#connection?.view.closed) this.#endClosed()
      const leave = () => {
        this.#pending.delete(id)
        signal.removeEventListener('abort', onAbort)
        if (this.#pending.size === 0) this.#end()
      }
      const onAbort = () => {
        const { port } = this.#connection ?? {}
        port?.postMessage({
          type: '@w3m-app/RPC_ABORT',
          id: crypto.randomUUID(),
          v: frameVersion,
          payload: { id },
        })
        leave()
        reject(signal.reason)
      }
      signal.addEventListener('abort', onAbort)
      const message = { type: `@w3m-app/${name}`, id, v: frameVersion, payload }
      this.#pending.set(id, {
        name,
        message,
        resolve: (result) => (leave(), resolve(result)),
        reject: (error) => (leave(), reject(error)),
      })
      const { port } = this.#connection ?? {}
      if (port) port.postMessage(message)
      else this.#call()
    })
  }

  isOpen = (): boolean => this.#connection?.view.closed === false

  show(): boolean {
    if (this.#connection?.view.closed === false) return (this.#connection.view.focus(), true)
    if (this.#id === undefined) return true
    // In a page that is cut off from the windows that it opens, `open` returns null for the frame
    // as well. HTML, rules for choosing a navigable
    return window.open(windowUrl(this.#id), '_blank', 'popup,width=400,height=720') !== null
  }

  goHere(): void {
    if (this.#id !== undefined) this.#notifySite(this.#id, { here: true })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    this.#listeners.forEach((listener) => listener())
  }

  /** Ends the connection: the window is closed, or has no pending request any more. */
  #end(): void {
    clearInterval(this.#timer)
    this.#connection?.port.close()
    this.#card?.abort(new Error('The window has ended'))
    this.#card = undefined
    this.#connection = undefined
    this.#id = undefined
    this.#notify()
  }

  #refuseAll(error: Error): void {
    for (const { reject } of [...this.#pending.values()]) reject(error)
  }

  #endClosed(): void {
    this.#refuseAll(fault('userRejected'))
    this.#end()
  }

  /**
   * Asks the site to open the window, or to go to the wallet's page with the first pending
   * request.
   */
  #notifySite(id: string, options: { here?: true }): void {
    const [request] = this.#pending.keys()
    this.#wallet.notify({
      type: '@w3m-frame/WINDOW',
      payload: { id, ...(request !== undefined && { request }), ...options },
    })
  }

  /**
   * Asks the site to open the window. The visitor has pressed a button in the site's page, so the
   * browser lets that page open one. Also shows a card about the window in the site's page.
   */
  #call(): void {
    if (this.#id !== undefined) return
    this.#id = crypto.randomUUID()
    this.#notifySite(this.#id, {})
    const { signal } = (this.#card = new AbortController())
    this.#wallet.stage
      .ask({
        load: () => import('./ElsewhereView.tsx'),
        params: this,
        title: () => this.#wallet.language.words(messages).elsewhere,
        isForPage: true,
        signal,
      })
      // the card's `ask` rejects when the visitor has closed the card
      .catch((error: Error) => !signal.aborted && this.#refuseAll(error))
  }

  /**
   * Checks whether the window was closed. If so, its pending requests are declined. A window that
   * is loading another page is still open.
   */
  #look(): void {
    if (!this.#connection?.view.closed) return
    clearInterval(this.#timer)
    // the last answers of the window may still be arriving
    setTimeout(() => this.#connection?.view.closed && this.#endClosed(), lookEvery)
  }

  /** Answers the hello of the window that was opened for this frame. */
  #greet({ origin, source, data }: MessageEvent): void {
    const hello = v.safeParse(windowHello, data)
    // The browser guarantees that the sender is of our own origin. A frame is refused, because the
    // wallet's window is no frame.
    if (
      origin !== location.origin ||
      !hello.success ||
      hello.output.id !== this.#id ||
      hello.output.page === this.#connectedId ||
      !isTopLevel(source)
    )
      return
    this.#connectedId = hello.output.page
    // after a failure, the next hello of the window is answered
    void this.#sendWelcome(source, hello.output.id).catch(() => (this.#connectedId = undefined))
  }

  async #sendWelcome(view: Window, id: string): Promise<void> {
    const { site, store, language, theme } = this.#wallet
    const [entries, hasLeft] = await Promise.all([
      readCarried(store, site.origin),
      isSignedOut(store),
    ])
    if (id !== this.#id) return
    const { port1: port, port2 } = new MessageChannel()
    this.#connection?.port.close()
    this.#connection = { view, port }
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#look(), lookEvery)
    // a change is stored before the answer that depends on it
    port.addEventListener('message', ({ data }) => {
      // if the storage fails, the functions that read it report the failure
      this.#work = this.#work.then(() => this.#take(data)).catch(() => {})
    })
    port.start()
    const welcome = {
      type: '@latchkey/window-welcome',
      id,
      site: { ...site },
      tags: [language.chosen()],
      theme: { ...theme },
      entries: entries.map(([name, value]) => [name, value] as [string, unknown]),
      hasLeft,
    } satisfies WindowWelcome
    view.postMessage(welcome, { targetOrigin: location.origin, transfer: [port2] })
    for (const { message } of this.#pending.values()) port.postMessage(message)
    this.#notify()
  }

  /** Handles a message of the window. */
  async #take(data: unknown): Promise<void> {
    if (v.is(windowLeft, data)) return clearSignedOut(this.#wallet.store)
    if (v.is(windowChanged, data)) return storeChange(this.#wallet, data)
    if (isFrameEvent(data)) {
      if (data.type !== '@w3m-frame/CHANGED') return
      this.#wallet.session.forget() // the user's address may have changed
      return this.#wallet.notify(data)
    }
    if (!isFrameAnswer(data)) return
    const request = this.#pending.get(data.id)
    if (data.type === `@w3m-frame/${request?.name}_SUCCESS`) request?.resolve(data.payload)
    if (data.type === `@w3m-frame/${request?.name}_ERROR`) request?.reject(faultOf(data.payload))
  }
}

/** Stores the changes of the window: the device, the login, the account. */
async function storeChange(wallet: Wallet, { entries }: WindowChanged): Promise<void> {
  const device = entries.find(([name]) => name === 'device')?.[1]
  if (isDevice(device)) await adoptWindowDevice(wallet, device)
  await writeCarried(wallet.store, entries, wallet.site.origin)
  wallet.session.forget()
  if (entries.some(([name]) => name === 'current')) await forgetNamedAccount(wallet)
}

/** The window's address, with the frame's project and the id. */
function windowUrl(id: string): string {
  const url = new URL(windowPath + location.search, location.origin)
  url.searchParams.set('id', id)
  return url.href
}

/**
 * Whether a payload can be posted again; a site's port or stream can be sent only once.
 */
function isCloneable(payload: unknown): boolean {
  try {
    structuredClone(payload)
    return true
  } catch {
    return false
  }
}

/** Whether the sender of a message is a window, not a frame. */
function isTopLevel(source: MessageEventSource | null): source is Window {
  return source !== null && 'top' in source && source.top === source
}

function faultOf(payload: unknown): Error {
  if (!isFrameError(payload)) return fault('somethingWrong')
  const { message, code, values } = payload
  return new Fault(code ?? 'somethingWrong', message, {
    ...(values && { values: values as Record<string, string | number> }),
  }) // the window has made the error with `describeFault`
}
