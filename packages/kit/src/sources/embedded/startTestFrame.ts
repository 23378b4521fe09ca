import { frameRequest } from '@latchkey/protocol/frame/frame'
import { readShape } from '@latchkey/protocol/border'
import type { FrameView } from './createFrameView.ts'

type Answer = { payload?: unknown; error?: unknown } | 'silence'

const origin = 'https://wallet.example.org'

/**
 * Starts a fake frame over a real port, which sends the test's answers. `requests` are the requests
 * that it has received. `load` loads its page again, `sendEvent` sends an event.
 */
export function startTestFrame(
  answers: { [name: string]: Answer | ((payload: unknown) => Answer) } = {},
  {
    approvals,
    namespaces,
  }: {
    /** The place where visitors approve, as the frame reports it. */ approvals?: string
    /** The namespaces that the frame reports. */ namespaces?: readonly string[]
  } = {},
) {
  const requests: { name: string; id: string; payload: unknown }[] = []
  const shown: unknown[] = []
  let port: MessagePort | undefined
  let onLoad = () => {}
  let isSilent = false
  // the kit only compares it
  const frameSource = { name: 'the frame' } as unknown as MessageEventSource

  function onMessage({ data }: MessageEvent): void {
    const { type, id, payload } = readShape(frameRequest, data)
    const name = type.replace('@w3m-app/', '')
    requests.push({ name, id, payload })
    const reply = answers[name] ?? {}
    const answer = typeof reply === 'function' ? reply(payload) : reply
    if (answer !== 'silence') port?.postMessage({ id, ...messageOf(name, answer) })
  }

  /** Answers a greeting as the frame does. `forged` replaces parts of the answer. */
  function answer(nonce: string, forged: Forged = {}): void {
    const channel = new MessageChannel()
    port?.close()
    port = channel.port1
    port.addEventListener('message', onMessage)
    port.start()
    greet(channel.port2, nonce, { source: frameSource, approvals, namespaces, ...forged })
  }

  const hellos: string[] = []
  const view: FrameView = {
    ...recordView(shown),
    origin,
    source: () => frameSource,
    post(message, to) {
      if (to !== origin || typeof message !== 'object' || message === null || !('nonce' in message))
        throw new Error('the frame was greeted in another way')
      hellos.push(String(message.nonce))
      if (!isSilent) queueMicrotask(() => answer(String(message.nonce)))
    },
    load(listener) {
      onLoad = listener
      queueMicrotask(listener)
    },
  }
  return {
    view,
    requests,
    shown,
    hellos,
    answer,
    load: () => onLoad(),
    sendEvent: (event: unknown) => port?.postMessage(event),
    setSilent: (silent: boolean) => (isSilent = silent),
    /** Closes the port, because an open port keeps the test's process running. */
    close: () => port?.close(),
  }
}

/** The functions of a view that show something. They record each call in `shown`. */
const recordView = (shown: unknown[]): Omit<FrameView, 'origin' | 'source' | 'post' | 'load'> => ({
  unload: () => void shown.push('unloaded'),
  show: (facts) => void shown.push(facts),
  hide: () => void shown.push('hidden'),
  openWindow: (id, pressed) => void shown.push({ window: id, ...(pressed && { pressed }) }),
  focusWindow: () => void shown.push('window focused'),
  windowUrl: () => `${origin}/window?projectId=shop`,
})

/** The message by which the frame answers a request. */
const messageOf = (name: string, answer: Exclude<Answer, 'silence'>) =>
  'error' in answer
    ? { type: `@w3m-frame/${name}_ERROR`, payload: answer.error }
    : {
        type: `@w3m-frame/${name}_SUCCESS`,
        ...('payload' in answer && { payload: answer.payload }),
      }

/** The parts of the frame's answer to a greeting that a test may forge. */
type Forged = { origin?: string; source?: MessageEventSource; type?: string; version?: number }

/** Sends the page the frame's answer to its greeting, with the port. */
function greet(
  port: MessagePort,
  nonce: string,
  {
    origin: from = origin,
    source,
    type = '@w3m-frame/READY',
    version = 4,
    approvals,
    namespaces,
  }: Forged & { approvals: string | undefined; namespaces: readonly string[] | undefined },
): void {
  const payload = {
    version,
    ...(approvals !== undefined && { approvals }),
    ...(namespaces && { namespaces }),
  }
  const data = { type, nonce, payload }
  window.dispatchEvent(
    Object.assign(new Event('message'), { data, origin: from, source, ports: [port] }),
  )
}
