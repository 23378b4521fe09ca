/**
 * Everything that a site can read of a login in the embedded wallet: storage, cookies, addresses,
 * and messages.
 */
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Messages to the site's window and its ports, as JSON. */
    traced: string[]
  }
}

/**
 * Records every message to the site, from the next page on. Messages inside the frame are not
 * recorded.
 */
export const traceSite = (page: Page) =>
  page.addInitScript(() => {
    if (window !== top) return
    window.traced = []
    const note = ({ data }: MessageEvent) => void window.traced.push(JSON.stringify(data) ?? '')
    addEventListener('message', note, true)
    const listen = EventTarget.prototype.addEventListener
    MessagePort.prototype.addEventListener = function (
      this: MessagePort,
      ...args: Parameters<EventTarget['addEventListener']>
    ) {
      if (args[0] === 'message') listen.call(this, 'message', note as EventListener)
      listen.apply(this, args)
    }
  })

/** Everything that the site could read until now, as one text. */
export const readTrace = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookie: document.cookie,
      href: location.href,
      history: history.state as unknown,
      name: window.name,
      databases,
      traced: window.traced,
    })
  })

/**
 * Collects secrets that the frame exchanges with the wallet's service and that no site may get:
 * shares, proofs of the device's key.
 */
export function traceSecrets(page: Page, wallet: string): () => readonly string[] {
  const found = new Set<string>()
  const add = (text: string) => {
    for (const [, , secret = ''] of text.matchAll(
      /"(serverShare|recoveryShare|blob|proof|salt)":"([\w+/=-]+)"/g,
    ))
      found.add(secret)
  }
  page.on('request', (request) => {
    if (!request.url().startsWith(`${wallet}/v1/`)) return
    const { dpop } = request.headers()
    if (dpop) found.add(dpop)
    add(request.postData() ?? '')
  })
  page.on('response', (response) => {
    // the body of a response of a closed page cannot be read
    if (response.url().startsWith(`${wallet}/v1/`)) response.text().then(add, () => {})
  })
  return () => [...found]
}
