import type { FrameSettings } from '@latchkey/protocol/walletServer'
import { servePort } from '../bridge/servePort.ts'
import type { Answerer } from '../bridge/servePort.ts'
import { openStore } from '../device/openStore.ts'
import type { Store } from '../device/openStore.ts'
import { answers } from '../methods/index.ts'
import { showPlainPage } from '../plainPage.ts'
import { applyTheme } from '../styles/applyTheme.ts'
import { consentName, readConsent } from '../wallet/consent.ts'
import { createWallet } from '../wallet/createWallet.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { noteChanges, readCarried } from './carried.ts'
import { centreWindow } from './centreWindow.ts'
import { endOfSite } from './endOfSite.ts'
import { openHandshake } from './openHandshake.ts'
import type { Handshake } from './openHandshake.ts'
import { openWindowStore } from './openWindowStore.ts'
import type { WindowLeft } from './wire.ts'
import { withLogin } from './withLogin.ts'

/**
 * Milliseconds without a request after which the window closes. It does not close at once, because
 * the site's next request often follows.
 */
const idle = 250

/**
 * Starts the wallet's own window: finds the frame for which it was opened, and answers the site's
 * requests in this window.
 */
export async function openWindow(root: HTMLElement, settings: FrameSettings): Promise<void> {
  document.title = settings.operator
  const id = new URLSearchParams(location.search).get('id') ?? ''
  // A page opened this window, but the browser has cut it off from that page. The card in that page
  // shows the next step. A browser that does not let this window close shows a text.
  if (id !== '' && !window.opener) {
    window.close()
    return showPlainPage(root, 'cutOff')
  }
  centreWindow(window)
  const store = openStore() // it opens during the handshake
  store.catch(() => {}) // a failure is reported below, after the frame has answered
  const handshake = await openHandshake(window, id)
  const isAllowed =
    handshake &&
    (settings.origins.includes('*') || settings.origins.includes(handshake.welcome.site.origin))
  if (!handshake || !isAllowed) return showPlainPage(root, 'alone')
  try {
    await serve(root, settings, handshake, await store)
  } catch {
    await showPlainPage(root, 'broken') // usually the browser lets the wallet store nothing
  }
}

async function serve(
  root: HTMLElement,
  settings: FrameSettings,
  { welcome, port }: Handshake,
  own: Store,
): Promise<void> {
  const { site, entries, tags, theme, hasLeft } = welcome
  const { origin } = site
  if (hasLeft) {
    await endOfSite(own, origin)
    port.postMessage({ type: '@latchkey/window-left' } satisfies WindowLeft)
  }
  const opened = await openWindowStore(own, entries, origin)
  const consent = consentName({ site: { origin } })
  // the frame knows whether its site is still allowed
  const wasAllowed = entries.some(([entry]) => entry === consent)
  if (!wasAllowed) await opened.delete(consent)
  const store = noteChanges(opened, origin)
  const notify: Parameters<typeof createWallet>[0]['notify'] = (event) => served.notify(event)
  const wallet = await createWallet({ settings, origin, root, notify, store, place: 'window' })
  wallet.site.name = site.name
  wallet.language.choose(tags)
  Object.assign(wallet.theme, theme)
  applyTheme(document.documentElement, wallet.theme)
  const share = createShare(wallet, { opened, store, port, wasAllowed })
  const served = servePort(port, answererOf(wallet, share))
  // the site's page is gone: a request whose answer would be lost is not approved
  port.addEventListener('close', () => {
    served.close()
    window.close()
  })
}

/**
 * Creates the function that sends changed entries of the store to the frame. It runs before each
 * answer, because the answer may depend on them. For a site that the visitor has not allowed, it
 * sends nothing. For a site that has just been allowed, it sends all entries that the frame may
 * have, including the login.
 */
function createShare(
  wallet: Wallet,
  {
    opened,
    store,
    port,
    wasAllowed,
  }: {
    opened: Store
    store: ReturnType<typeof noteChanges>
    port: MessagePort
    wasAllowed: boolean
  },
): () => Promise<void> {
  let isAllowed = wasAllowed
  return async () => {
    const isNowAllowed = (await readConsent(wallet)) !== undefined
    if (!isNowAllowed && !isAllowed) return
    const changed = await store.take()
    const all = isAllowed ? changed : await readCarried(opened, wallet.site.origin)
    isAllowed = true
    if (all.length > 0)
      port.postMessage({
        type: '@latchkey/window-changed',
        entries: all.map(([entry, value]) => [entry, value]),
      })
  }
}

/** Answers requests; `share` runs before each answer. The window closes when no request is open. */
function answererOf(wallet: Wallet, share: () => Promise<void>): Answerer {
  const byName = new Map(answers.map((answer) => [answer.name, answer]))
  let open = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return (name) => {
    const answer = byName.get(name)
    return (
      answer &&
      (async (payload, request, others) => {
        clearTimeout(timer)
        open += 1
        try {
          return await withLogin(wallet, name, request, () =>
            answer.run(wallet, payload, request, others),
          )
        } finally {
          await share()
          open -= 1
          if (open === 0) timer = setTimeout(() => window.close(), idle)
        }
      })
    )
  }
}
