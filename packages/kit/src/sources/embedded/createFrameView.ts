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
 * only while the visitor has to see the frame. It works without the kit's modal.
 */
export type FrameView = FrameWindow & {
  /**
   * Opens the dialog, or changes its height (CSS pixels). Calls `onCancel` when the visitor closes
   * it with Escape.
   */
  show(facts: { height: number; title: string }, onCancel: () => void): void
  hide(): void
  /**
   * Opens the wallet's own window. Uses `pressed` if the visitor's press has opened a window
   * already. If the browser refuses to open one, the frame shows a button.
   */
  openWindow(id: string, pressed?: LoginWindow | null): void
  /** Brings the wallet's window to the front. */
  focusWindow(): void
  /** The URL of the wallet's own page, for a tab that navigates to it. */
  windowUrl(): string
}

/** Permissions of the frame: passkeys of its own origin, and the clipboard for exports. */
const allowed = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']
/** Sandbox of the frame. `allow-downloads` is needed to save a keystore as a file. */
const sandbox =
  'allow-downloads allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** Milliseconds after which the handshake starts even without a load event. */
const loadLimit = 2_500
/** Size of the wallet's window in CSS pixels. Phones open a tab instead. */
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
  return new FrameDialog(kit)
}

class FrameDialog implements FrameView {
  readonly origin: string
  readonly #kit: Kit
  readonly #url: URL
  #parts: FrameParts | undefined
  #walletWindow: LoginWindow | null = null
  #cancel = () => {}
  #stopBorder = () => {}
  #stopWaiting = () => {}

  constructor(kit: Kit) {
    const { services, projectId } = contextOf(kit).options
    this.#kit = kit
    this.#url = new URL(ownUrl(services?.wallet ?? '').replace(/\/$/, '') + framePath)
    if (projectId !== undefined) this.#url.searchParams.set('projectId', projectId)
    this.origin = this.#url.origin
  }

  source(): MessageEventSource | null {
    return this.#parts?.iframe.contentWindow ?? null
  }

  post(message: unknown, origin: string): void {
    this.#parts?.iframe.contentWindow?.postMessage(message, origin)
  }

  load(onLoad: () => void): void {
    // after a failed attempt, the next one starts with new elements
    this.#parts?.host.remove()
    this.#stopWaiting()
    this.#parts = createParts(this.#url, {
      onLoad: () => {
        this.#stopWaiting()
        onLoad()
      },
      onCancel: () => this.#cancel(),
    })
    // Chromium drops the load event of a frame that loads while another window opens
    this.#stopWaiting = contextOf(this.#kit).clock.setTimeout(onLoad, loadLimit)
  }

  unload(): void {
    this.#stopWaiting()
    this.#stopBorder()
    this.#parts?.dialog.close() // gives the focus back
    this.#parts?.host.remove()
    this.#parts = undefined
  }

  show({ height, title }: { height: number; title: string }, onCancel: () => void): void {
    if (!this.#parts) return
    const { host, dialog, iframe } = this.#parts
    this.#paint(dialog)
    iframe.title = title
    dialog.setAttribute('aria-label', title)
    dialog.style.setProperty('--_height', `${Math.round(height)}px`)
    this.#cancel = onCancel
    this.#stopBorder()
    this.#stopBorder = holdBorder(host)
    if (!dialog.open) dialog.showModal()
    iframe.focus()
  }

  hide(): void {
    this.#stopBorder()
    this.#parts?.dialog.close()
  }

  windowUrl(): string {
    return this.#windowAddress().href
  }

  openWindow(id: string, pressed?: LoginWindow | null): void {
    const address = this.#windowAddress()
    address.searchParams.set('id', id)
    if (pressed && !pressed.closed) {
      this.#walletWindow = pressed
      return pressed.location.replace(address.href)
    }
    this.#walletWindow = window.open(address, '_blank', placeOf(windowSize))
  }

  focusWindow(): void {
    this.#walletWindow?.focus()
  }

  #windowAddress(): URL {
    const address = new URL(windowPath, this.#url)
    address.search = this.#url.search
    return address
  }

  /** Sets the dialog's colours to the kit's current ones. */
  #paint(dialog: HTMLDialogElement): void {
    const { themeMode, themeVariables } = this.#kit.getState()
    dialog.style.colorScheme = themeMode === 'auto' ? 'light dark' : themeMode
    for (const [name, value] of Object.entries(themeVariables))
      dialog.style.setProperty(name, value)
  }
}

type FrameParts = { host: HTMLElement; dialog: HTMLDialogElement; iframe: HTMLIFrameElement }

/** Adds the closed dialog with the frame to the page. */
function createParts(
  url: URL,
  { onLoad, onCancel }: { onLoad: () => void; onCancel: () => void },
): FrameParts {
  const host = document.createElement('div')
  host.dataset['latchkey'] = 'wallet'
  host.dataset['reactAriaTopLayer'] = 'true' // React Aria then does not hide this element
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
  // the frame decides when the dialog closes: it sends HIDE
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onCancel()
  })
  iframe.src = url.href
  dialog.append(document.createElement('slot'))
  root.append(dialog)
  // not in a shadow root: the last page of a company login finds the frame by
  // `window.opener.frames`, which leaves out frames in shadow roots
  host.append(iframe)
  document.body.append(host)
  return { host, dialog, iframe }
}
