/**
 * Sets `window.site` on the test's own page: a site's calls to the frame, without the kit. The kit
 * does the same in `packages/kit/src/sources/embedded`.
 */
function hold() {
  let port: MessagePort | undefined
  const events: unknown[] = []
  const waiting = new Map<string, (answer: { type: string; payload: unknown }) => void>()
  const pendingRequests = new Map<string, { name: string; payload: unknown }>()
  const frame = document.querySelector('iframe')
  if (!frame) return

  /** Opens a page in the frame, and makes the handshake with it. @returns its version */
  const open = (url: string) =>
    shakeHands(frame, url, (opened) => {
      port = opened
      port?.addEventListener('message', receive)
      port?.start()
    })

  function receive({ data }: MessageEvent) {
    if (data.id !== undefined) {
      waiting.get(data.id)?.(data)
      return
    }
    events.push(data)
    if (
      data.type === '@w3m-frame/WINDOW' &&
      (data.payload.here || 'inApp' in document.body.dataset)
    )
      return leave({ id: data.payload.request, ...pendingRequests.get(data.payload.request) })
    if (data.type === '@w3m-frame/WINDOW' && frame) {
      const address = new URL(frame.src)
      address.pathname = '/window'
      address.searchParams.set('id', data.payload.id)
      window.open(address, '_blank', 'popup,width=400,height=720')
    }
    if (data.type === '@w3m-frame/SHOW') {
      document.body.dataset['shown'] = data.payload.title
      if (frame) frame.style.height = `${data.payload.height}px`
      frame?.focus()
    }
    if (data.type === '@w3m-frame/HIDE') delete document.body.dataset['shown']
  }

  const leave = (request: object, options?: { policy?: ReferrerPolicy }) =>
    leaveFrom(frame, request, options)

  /** Sends a request to the frame. @returns the payload of its answer; rejects with its error */
  const requestFrame = (name: string, payload?: unknown, id: string = crypto.randomUUID()) =>
    new Promise((resolve, reject) => {
      pendingRequests.set(id, { name, payload })
      waiting.set(id, (answer) => {
        waiting.delete(id)
        if (answer.type.endsWith('_SUCCESS')) resolve(answer.payload)
        else reject(new Error(JSON.stringify(answer.payload)))
      })
      port?.postMessage({ type: `@w3m-app/${name}`, id, payload })
    })

  Object.assign(window, {
    site: {
      open,
      ask: requestFrame,
      events,
      leave,
      post: (message: unknown) => port?.postMessage(message),
    },
  })
}

/** Opens a page in the frame, and takes the port that it sends. @returns its version */
function shakeHands(
  frame: HTMLIFrameElement,
  url: string,
  take: (port: MessagePort | undefined) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const nonce = crypto.randomUUID()
    const origin = new URL(url).origin
    const timer = setTimeout(() => reject(new Error('The frame is silent')), 4_000)
    window.addEventListener('message', function onReady({ source, origin: from, data, ports }) {
      if (
        source !== frame.contentWindow ||
        from !== origin ||
        data.type !== '@w3m-frame/READY' ||
        data.nonce !== nonce
      )
        return
      window.removeEventListener('message', onReady)
      clearTimeout(timer)
      take(ports[0])
      resolve(data.payload.version)
    })
    const hello = () => frame.contentWindow?.postMessage({ type: '@latchkey/hello', nonce }, origin)
    if (frame.src === url) return hello()
    frame.allow = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']
      .map((feature) => `${feature} ${origin}`)
      .join('; ')
    frame.addEventListener('load', hello, { once: true })
    frame.src = url
  })
}

/** Navigates to the wallet's own page with a request. */
function leaveFrom(
  frame: HTMLIFrameElement,
  request: object,
  { policy = 'origin' }: { policy?: ReferrerPolicy } = {},
): void {
  const address = new URL(frame.src || String(Reflect.get(request, 'wallet')))
  address.pathname = '/window'
  const link = document.createElement('a')
  link.referrerPolicy = policy
  link.href = `${address.href}#request=${encodeURIComponent(JSON.stringify({ returnTo: location.origin + location.pathname, until: Date.now() + 600_000, ...request }))}`
  link.click()
}

/** The code of the page: `hold`, with the functions that it calls. */
const script = `${[shakeHands, leaveFrom].map(String).join('\n')}
(${String(hold)})()`

/** The page's HTML: an iframe as the kit shows it, and the code above. */
export const frameSitePage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A site</title><link rel="icon" href="data:,"><style>
body { margin: 0; background: #5b6270 }
.holder { position: fixed; inset: 0; margin: auto; height: fit-content; overflow: hidden; border-radius: 28px; width: 360px; max-width: 100vw; opacity: 0.01; line-height: 0 }
body[data-shown] .holder { opacity: 1 }
iframe { border: 0; width: 100%; height: 480px; max-height: 100vh }
</style></head>
<body><div class="holder"><iframe title="Wallet" sandbox="allow-downloads allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe></div><button>Press</button><script>(() => {${script}})()</script></body>
</html>`
