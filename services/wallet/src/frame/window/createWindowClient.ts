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
   * Focuses or opens the window, in a press of the visitor.
   * @returns false where the browser blocks it
   */
  show: () => boolean
  /**
   * Makes the site's tab go to the wallet's own page with the pending request, for browsers
   * without windows.
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
export function createWindowClient(wallet: Wallet): WindowClient {
  const { origin } = location
  const pending = new Map<string, Pending>()
  const listeners = new Set<() => void>()
  let id: string | undefined
  let connectedId: string | undefined
  let view: Window | undefined
  let port: MessagePort | undefined
  let work: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setInterval> | undefined
  let card: AbortController | undefined

  const notify = () => listeners.forEach((listener) => listener())

  /** The window is closed, or has no pending request any more. */
  function end(): void {
    clearInterval(timer)
    port?.close()
    card?.abort(new Error('The window has ended'))
    card = undefined
    port = undefined
    view = undefined
    id = undefined
    notify()
  }

  function refuseAll(error: Error): void {
    for (const { reject } of [...pending.values()]) reject(error)
  }

  /**
   * Asks the site to open the window, or to go to the wallet's page with the first pending
   * request.
   */
  function notifySite(id: string, options: { here?: true }): void {
    const [request] = pending.keys()
    wallet.notify({
      type: '@w3m-frame/WINDOW',
      payload: { id, ...(request !== undefined && { request }), ...options },
    })
  }

  /**
   * Asks the site to open the window, because the press was in its page, and shows a card about
   * it.
   */
  function call(): void {
    if (id !== undefined) return
    id = crypto.randomUUID()
    notifySite(id, {})
    const own = (card = new AbortController())
    wallet.stage
      .ask({
        load: () => import('./ElsewhereView.tsx'),
        params: client,
        title: () => wallet.language.words(messages).elsewhere,
        isForPage: true,
        signal: own.signal,
      })
      // the card's `ask` rejects when the visitor has closed the card
      .catch((error: Error) => !own.signal.aborted && refuseAll(error))
  }

  /**
   * Checks whether the window was closed: its pending requests are declined then. A window that
   * is loading another page is still open.
   */
  function look(): void {
    if (!view?.closed) return
    clearInterval(timer)
    // its last answers are still arriving
    setTimeout(() => {
      if (!view?.closed) return
      refuseAll(fault('userRejected'))
      end()
    }, lookEvery)
  }

  async function take(data: unknown): Promise<void> {
    if (v.is(windowLeft, data)) return clearSignedOut(wallet.store)
    if (v.is(windowChanged, data)) return change(data)
    if (isFrameEvent(data)) {
      if (data.type !== '@w3m-frame/CHANGED') return
      wallet.session.forget() // the user's address may have changed
      return wallet.notify(data)
    }
    if (!isFrameAnswer(data)) return
    const request = pending.get(data.id)
    if (data.type === `@w3m-frame/${request?.name}_SUCCESS`) request?.resolve(data.payload)
    if (data.type === `@w3m-frame/${request?.name}_ERROR`) request?.reject(faultOf(data.payload))
  }

  async function change({ entries }: WindowChanged): Promise<void> {
    const device = entries.find(([name]) => name === 'device')?.[1]
    if (isDevice(device)) await adoptWindowDevice(wallet, device)
    await writeCarried(wallet.store, entries, wallet.site.origin)
    wallet.session.forget()
    if (entries.some(([name]) => name === 'current')) await forgetNamedAccount(wallet)
  }

  async function sendWelcome(source: Window, hello: string): Promise<void> {
    const [entries, hasSignedOut] = await Promise.all([
      readCarried(wallet.store, wallet.site.origin),
      isSignedOut(wallet.store),
    ])
    if (hello !== id) return
    const { port1, port2 } = new MessageChannel()
    port?.close()
    port = port1
    view = source
    clearInterval(timer)
    timer = setInterval(look, lookEvery)
    // a change is stored before the answer that depends on it
    port1.addEventListener(
      'message',
      ({ data }) => void (work = work.then(() => take(data)).catch(() => {})),
    ) // a failing storage is reported by its readers
    port1.start()
    const welcome = {
      type: '@latchkey/window-welcome',
      id: hello,
      site: { ...wallet.site },
      tags: [wallet.language.chosen()],
      theme: { ...wallet.theme },
      entries: entries.map(([name, value]) => [name, value] as [string, unknown]),
      hasLeft: hasSignedOut,
    } satisfies WindowWelcome
    source.postMessage(welcome, { targetOrigin: origin, transfer: [port2] })
    for (const { message } of pending.values()) port1.postMessage(message)
    notify()
  }

  window.addEventListener('message', ({ origin: from, source, data }) => {
    const hello = v.safeParse(windowHello, data)
    // the browser guarantees that it is of our own origin; a frame is not a window
    if (
      from !== origin ||
      !hello.success ||
      hello.output.id !== id ||
      hello.output.page === connectedId ||
      !isTopLevel(source)
    )
      return
    connectedId = hello.output.page
    void sendWelcome(source, hello.output.id).catch(() => (connectedId = undefined)) // the window sends its hello again
  })

  const client: WindowClient = {
    ask(name, payload, { id: requestId, signal, wait }) {
      wait()
      return new Promise<unknown>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        if (!isCloneable(payload)) return reject(fault('messageInvalid'))
        // closed a moment ago, before the check: this request needs another window
        if (view?.closed) {
          refuseAll(fault('userRejected'))
          end()
        }
        const leave = () => {
          pending.delete(requestId)
          signal.removeEventListener('abort', onAbort)
          if (pending.size === 0) end()
        }
        const onAbort = () => {
          port?.postMessage({
            type: '@w3m-app/RPC_ABORT',
            id: crypto.randomUUID(),
            v: frameVersion,
            payload: { id: requestId },
          })
          leave()
          reject(signal.reason)
        }
        signal.addEventListener('abort', onAbort)
        const message = { type: `@w3m-app/${name}`, id: requestId, v: frameVersion, payload }
        pending.set(requestId, {
          name,
          message,
          resolve: (result) => (leave(), resolve(result)),
          reject: (error) => (leave(), reject(error)),
        })
        if (port) port.postMessage(message)
        else call()
      })
    },
    isOpen: () => view?.closed === false,
    show() {
      if (view?.closed === false) return (view.focus(), true)
      if (id === undefined) return true
      // in a page that is cut off from its windows, the frame gets none either. HTML, rules for
      // choosing a navigable
      return window.open(windowUrl(id), '_blank', 'popup,width=400,height=720') !== null
    },
    goHere: () => void (id !== undefined && notifySite(id, { here: true })),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return client
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

/** Whether it is a window without parents. */
function isTopLevel(source: MessageEventSource | null): source is Window {
  return source !== null && 'top' in source && source.top === source
}

function faultOf(payload: unknown): Error {
  if (!isFrameError(payload)) return fault('somethingWrong')
  const { message, code, values } = payload
  return new Fault(code ?? 'somethingWrong', message, {
    ...(values && { values: values as Record<string, string | number> }),
  }) // the window's own, from `describeFault`
}
