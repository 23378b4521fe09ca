import { frameRequest } from '@latchkey/protocol/frame/frame'
import { readShape } from '@latchkey/protocol/border'
import type { FrameView } from './createFrameView.ts'

type Answer = { payload?: unknown; error?: unknown } | 'silence'

/**
 * The other side of the messages, over a real port: a frame that answers what a test says. `asked`
 * has the requests; `load` loads its page again, `say` tells an event.
 */
export function startTestFrame(
  answers: { [name: string]: Answer | ((payload: unknown) => Answer) } = {},
  { approvals }: { /** Where it says that visitors approve. */ approvals?: string } = {},
) {
  const requests: { name: string; id: string; payload: unknown }[] = []
  const origin = 'https://wallet.example.org'
  const shown: unknown[] = []
  let port: MessagePort | undefined
  let onLoad = () => {}
  let isSilent = false
  // an event's source is only compared
  const frameSource = { name: 'the frame' } as unknown as MessageEventSource

  function onMessage({ data }: MessageEvent): void {
    const { type, id, payload } = readShape(frameRequest, data)
    const name = type.replace('@w3m-app/', '')
    requests.push({ name, id, payload })
    const reply = answers[name] ?? {}
    const answer = typeof reply === 'function' ? reply(payload) : reply
    if (answer === 'silence') return
    if (answer.error !== undefined || 'error' in answer)
      port?.postMessage({ type: `@w3m-frame/${name}_ERROR`, id, payload: answer.error })
    else
      port?.postMessage({
        type: `@w3m-frame/${name}_SUCCESS`,
        id,
        ...('payload' in answer && { payload: answer.payload }),
      })
  }

  /** Answers a hello as the frame does; a test may forge any part. */
  function answer(
    nonce: string,
    forged: { origin?: string; source?: MessageEventSource; type?: string; version?: number } = {},
  ): void {
    const channel = new MessageChannel()
    port?.close()
    port = channel.port1
    port.addEventListener('message', onMessage)
    port.start()
    const event = new Event('message')
    Object.assign(event, {
      data: {
        type: forged.type ?? '@w3m-frame/READY',
        nonce,
        payload: { version: forged.version ?? 4, ...(approvals !== undefined && { approvals }) },
      },
      origin: forged.origin ?? origin,
      source: forged.source ?? frameSource,
      ports: [channel.port2],
    })
    window.dispatchEvent(event)
  }

  const hellos: string[] = []
  const view: FrameView = {
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
    unload: () => void shown.push('unloaded'),
    show: (facts) => void shown.push(facts),
    hide: () => void shown.push('hidden'),
    openWindow: (id, pressed) => void shown.push({ window: id, ...(pressed && { pressed }) }),
    focusWindow: () => void shown.push('window focused'),
    windowUrl: () => `${origin}/window?projectId=shop`,
  }
  return {
    view,
    asked: requests,
    shown,
    hellos,
    answer,
    load: () => onLoad(),
    sendEvent: (event: unknown) => port?.postMessage(event),
    setSilent: (silent: boolean) => (isSilent = silent),
    /** Ends the port, which would keep the test's process. */
    close: () => port?.close(),
  }
}
