import { framePath, windowPath } from '@latchkey/protocol/frame/wire'
import { holdBorder } from '../../core/page/border.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { ownUrl } from '../../core/options/ownUrl.ts'
import type { LoginWindow } from './entryPage.ts'
import type { FrameWindow } from './createFrame.ts'
import css from './frame.css?inline'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The frame in the page: an iframe of the wallet's origin in its own dialog. The dialog is open
 * only while the visitor has to see it. It works without the modal.
 */
export type FrameView = FrameWindow & {
  /**
   * Opens the dialog, or changes its height (CSS pixels). Calls `onCancel` when the visitor closes
   * it with Escape.
   */
  show(facts: { height: number; title: string }, onCancel: () => void): void
  hide(): void
  /**
   * Opens the wallet's own window during the visitor's press, or uses `pressed`, which was opened
   * then. If the browser refuses, the frame shows a button.
   */
  openWindow(id: string, pressed?: LoginWindow | null): void
  /** Brings the wallet's window to the front. */
  focusWindow(): void
  /** The URL of the wallet's own page, for a tab that navigates to it. */
  windowUrl(): string
}

/** Permissions of the frame: passkeys of its own origin, and the clipboard for exports. */
const allowed = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']
/** Sandbox of the frame. `allow-downloads`: a keystore is saved as a file. */
const sandbox =
  'allow-downloads allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** Milliseconds after which the handshake starts even without a load event. */
const loadLimit = 2_500
/** Size of the wallet's window, CSS pixels. A phone opens a tab. */
const windowSize = { width: 400, height: 720 }

/** Window features that center a window over this one. */
function placeOf({ width, height }: { width: number; height: number }): string {
  const [left, top] = [
    window.screenX + (window.outerWidth - width) / 2,
    window.screenY + (window.outerHeight - height) / 2,
  ].map((place) => Math.max(0, Math.round(place)))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/**
 * Creates the view of the wallet at the site's `services.wallet`. It adds nothing to the page
 * before `load`.
 */
export function createFrameView(kit: Kit): FrameView {
  const { services, projectId } = contextOf(kit).options
  const url = new URL(ownUrl(services?.wallet ?? '').replace(/\/$/, '') + framePath)
  if (projectId !== undefined) url.searchParams.set('projectId', projectId)
  function windowUrl(): URL {
    const address = new URL(windowPath, url)
    address.search = url.search
    return address
  }
  let cancel = () => {}
  let stopBorder = () => {}
  let walletWindow: LoginWindow | null = null
  let stopWaiting = () => {}
  let parts: { dialog: HTMLDialogElement; iframe: HTMLIFrameElement } | undefined

  function createParts(onLoad: () => void) {
    const host = document.createElement('div')
    host.dataset['latchkey'] = 'wallet'
    host.dataset['reactAriaTopLayer'] = 'true' // React Aria ignores it
    const root = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
    const dialog = document.createElement('dialog')
    dialog.className = 'frame'
    const iframe = document.createElement('iframe')
    iframe.title = 'Wallet'
    iframe.allow = allowed.map((feature) => `${feature} ${url.origin}`).join('; ')
    iframe.setAttribute('sandbox', sandbox)
    iframe.addEventListener('load', onLoad)
    // the frame itself sends HIDE when it is no longer needed
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      cancel()
    })
    iframe.src = url.href
    dialog.append(document.createElement('slot'))
    root.append(dialog)
    // not in a shadow root: the last page of a company login finds the frame by
    // `window.opener.frames`, which leaves out frames in shadow roots
    host.append(iframe)
    document.body.append(host)
    return { dialog, iframe }
  }

  // the root that `createParts` attached
  const host = (created: typeof parts) =>
    (created?.dialog.getRootNode() as ShadowRoot | undefined)?.host

  /** Sets the dialog's colours to the kit's current ones. */
  function paint({ dialog }: NonNullable<typeof parts>): void {
    const { themeMode, themeVariables } = kit.getState()
    dialog.style.colorScheme = themeMode === 'auto' ? 'light dark' : themeMode
    for (const [name, value] of Object.entries(themeVariables))
      dialog.style.setProperty(name, value)
  }

  return {
    origin: url.origin,
    source: () => parts?.iframe.contentWindow ?? null,
    post: (message, origin) => parts?.iframe.contentWindow?.postMessage(message, origin),
    load(onLoad) {
      // an attempt after a failed one starts with new elements
      host(parts)?.remove()
      stopWaiting()
      parts = createParts(() => {
        stopWaiting()
        onLoad()
      })
      // Chromium drops the load event of a frame that loads while another window opens
      stopWaiting = contextOf(kit).clock.setTimeout(onLoad, loadLimit)
    },
    unload() {
      stopWaiting()
      stopBorder()
      parts?.dialog.close() // returns the focus
      host(parts)?.remove()
      parts = undefined
    },
    show({ height, title }, onCancel) {
      if (!parts) return
      const { dialog, iframe } = parts
      paint(parts)
      iframe.title = title
      dialog.setAttribute('aria-label', title)
      dialog.style.setProperty('--_height', `${Math.round(height)}px`)
      cancel = onCancel
      stopBorder()
      const layer = host(parts)
      if (layer instanceof HTMLElement) stopBorder = holdBorder(layer)
      if (!dialog.open) dialog.showModal()
      iframe.focus()
    },
    hide() {
      stopBorder()
      parts?.dialog.close()
    },
    windowUrl: () => windowUrl().href,
    openWindow(id, pressed) {
      const address = windowUrl()
      address.searchParams.set('id', id)
      if (pressed && !pressed.closed) {
        walletWindow = pressed
        return pressed.location.replace(address.href)
      }
      walletWindow = window.open(address, '_blank', placeOf(windowSize))
    },
    focusWindow: () => walletWindow?.focus(),
  }
}
