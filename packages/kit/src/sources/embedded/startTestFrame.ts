import { frameRequest } from '@latchkey/protocol/frame/frame'
import { readShape } from '@latchkey/protocol/border'
import type { FrameView } from './createFrameView.ts'

type Answer = { payload?: unknown; error?: unknown } | 'silence'

/**
 * A fake frame over a real port, which gives the test's answers. `requests` has the received
 * requests. `load` loads its page again, `sendEvent` sends an event.
 */
export function startTestFrame(
  answers: { [name: string]: Answer | ((payload: unknown) => Answer) } = {},
  {
    approvals,
    namespaces,
  }: {
    /** Where the frame reports that visitors approve. */ approvals?: string
    /** The namespaces that the frame reports. */ namespaces?: readonly string[]
  } = {},
) {
  const requests: { name: string; id: string; payload: unknown }[] = []
  const origin = 'https://wallet.example.org'
  const shown: unknown[] = []
  let port: MessagePort | undefined
  let onLoad = () => {}
  let isSilent = false
  // only its identity is used
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

  /** Answers a greeting like the frame. A test may forge any part. */
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
        payload: {
          version: forged.version ?? 4,
          ...(approvals !== undefined && { approvals }),
          ...(namespaces && { namespaces }),
        },
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
    requests,
    shown,
    hellos,
    answer,
    load: () => onLoad(),
    sendEvent: (event: unknown) => port?.postMessage(event),
    setSilent: (silent: boolean) => (isSilent = silent),
    /** Closes the port, which would keep the test's process running. */
    close: () => port?.close(),
  }
}
