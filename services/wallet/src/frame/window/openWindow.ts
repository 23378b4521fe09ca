import type { FrameSettings } from '@latchkey/protocol/walletServer'
import { servePort } from '../bridge/servePort.ts'
import { openStore } from '../device/openStore.ts'
import type { Store } from '../device/openStore.ts'
import { answers } from '../methods/index.ts'
import { showPlainPage } from '../plainPage.ts'
import { applyTheme } from '../styles/applyTheme.ts'
import { consentName, readConsent } from '../wallet/consent.ts'
import { createWallet } from '../wallet/createWallet.ts'
import { noteChanges, readCarried } from './carried.ts'
import { centreWindow } from './centreWindow.ts'
import { endOfSite } from './endOfSite.ts'
import { openHandshake } from './openHandshake.ts'
import type { Handshake } from './openHandshake.ts'
import { openWindowStore } from './openWindowStore.ts'
import type { WindowLeft } from './wire.ts'
import { withLogin } from './withLogin.ts'

/**
 * Milliseconds without anything to do after which the window closes: the next request of the site
 * is often on its way.
 */
const idle = 250

/**
 * Begins the wallet's own window: finds the frame that asked for it, and answers what the site
 * asked there.
 */
export async function openWindow(root: HTMLElement, settings: FrameSettings): Promise<void> {
  document.title = settings.operator
  const id = new URLSearchParams(location.search).get('id') ?? ''
  // a page that cuts itself off from the windows that it opens: its card goes on, and this window
  // has nothing to do there
  if (id !== '' && !window.opener) {
    window.close()
    return showPlainPage(root, 'cutOff')
  }
  centreWindow(window)
  const store = openStore() // while the frame is greeted
  store.catch(() => {}) // shown below, where a frame has answered
  const handshake = await openHandshake(window, id)
  const isAllowed =
    handshake &&
    (settings.origins.includes('*') || settings.origins.includes(handshake.welcome.site.origin))
  if (!handshake || !isAllowed) return showPlainPage(root, 'alone')
  try {
    await serve(root, settings, handshake, await store)
  } catch {
    await showPlainPage(root, 'broken') // the browser stores nothing for any page of the wallet
  }
}

async function serve(
  root: HTMLElement,
  settings: FrameSettings,
  { welcome, port }: Handshake,
  own: Store,
): Promise<void> {
  const {
    site: { origin, name },
    entries,
    tags,
    theme,
    hasLeft,
  } = welcome
  if (hasLeft) {
    await endOfSite(own, origin)
    port.postMessage({ type: '@latchkey/window-left' } satisfies WindowLeft)
  }
  const opened = await openWindowStore(own, entries, origin)
  const consent = consentName({ site: { origin } })
  // the frame knows whether its site is still allowed
  let wasAllowed = entries.some(([entry]) => entry === consent)
  if (!wasAllowed) await opened.delete(consent)
  const store = noteChanges(opened, origin)
  const notify: Parameters<typeof createWallet>[0]['notify'] = (event) => served.notify(event)
  const wallet = await createWallet({ settings, origin, root, notify, store, place: 'window' })
  wallet.site.name = name
  wallet.language.choose(tags)
  Object.assign(wallet.theme, theme)
  applyTheme(document.documentElement, wallet.theme)
  const byName = new Map(answers.map((answer) => [answer.name, answer]))
  let open = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /**
   * Hands the frame what has changed, before the answer that it comes of. A site that the visitor
   * has not allowed gets nothing; one that was allowed now gets the login.
   */
  async function share(): Promise<void> {
    const isAllowed = (await readConsent(wallet)) !== undefined
    if (!isAllowed && !wasAllowed) return
    const changed = await store.take()
    const all = wasAllowed ? changed : await readCarried(opened, origin)
    wasAllowed = true
    if (all.length > 0)
      port.postMessage({
        type: '@latchkey/window-changed',
        entries: all.map(([entry, value]) => [entry, value]),
      })
  }

  const served = servePort(port, (requested) => {
    const answer = byName.get(requested)
    return (
      answer &&
      (async (payload, request, others) => {
        clearTimeout(timer)
        open += 1
        try {
          return await withLogin(wallet, requested, request, () =>
            answer.run(wallet, payload, request, others),
          )
        } finally {
          await share()
          open -= 1
          if (open === 0) timer = setTimeout(() => window.close(), idle)
        }
      })
    )
  })
  // the site's page has gone: nothing is approved whose answer nobody hears
  port.addEventListener('close', () => {
    served.close()
    window.close()
  })
}
