import type { StoreApi } from 'zustand/vanilla'
import type { AnnouncedInfo } from '../announceWallet.ts'
import type { Approval, PendingRequest } from '../consent.ts'
import type { WalletState } from '../walletState.ts'
import { createAccountPicker } from './createAccountPicker.ts'
import css from './confirm.css?inline'
import { describeConsent } from './describeConsent.ts'
import { element } from './element.ts'

/** The wallet's own window, in which its owner answers requests. */
export type ConfirmPanel = { show(request: PendingRequest): void; hide(): void }

/**
 * Creates a modal `<dialog>` in its own shadow root. It opens after the site's own dialog, so it is
 * above that dialog and not inert. It is on the page only while it shows a request.
 */
export function createConfirmPanel({
  store,
  info,
  document,
}: {
  store: StoreApi<WalletState>
  info: AnnouncedInfo
  document: Document
}): ConfirmPanel {
  const host = document.createElement('latchkey-development-wallet')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  let dialog: HTMLDialogElement | undefined

  const hide = () => {
    dialog?.close()
    dialog?.remove()
    dialog = undefined
    host.remove()
  }

  return {
    hide,
    show(request) {
      hide()
      dialog = createDialog({ request, store, info, document })
      root.append(dialog)
      document.body.append(host)
      dialog.showModal()
    },
  }
}

type Content = {
  request: PendingRequest
  store: StoreApi<WalletState>
  info: AnnouncedInfo
  document: Document
}

function createDialog({ request, store, info, document }: Content): HTMLDialogElement {
  const state = store.getState()
  const { title, note, facts, body, yes } = describeConsent(request.consent)
  const picker =
    request.consent.type === 'connect' ? createAccountPicker(document, state) : undefined
  return element(
    document,
    'dialog',
    {
      'aria-labelledby': 'title',
      'aria-describedby': 'note',
      // a browser closes a dialog by itself after a second Escape, so Escape counts as a refusal
      oncancel: (event) => {
        event.preventDefault()
        request.refuse()
      },
    },
    topOf({ request, store, info, document }),
    element(document, 'h2', { id: 'title' }, title),
    element(document, 'p', { id: 'note' }, note),
    ...(picker ? [picker.element] : []),
    ...(facts.length > 0 ? [factList(document, facts)] : []),
    ...(body === undefined ? [] : [signedText(document, body)]),
    answersOf(document, request, { yes, picked: () => picker?.picked() }),
  )
}

/** The wallet's name and network, and the button that postpones the request. */
function topOf({ request, store, info, document }: Content): HTMLElement {
  const { consent } = request
  const network = 'network' in consent ? consent.network : store.getState().chain.name
  const later = () => store.setState(({ postponed }) => ({ postponed: [...postponed, request.id] }))
  return element(
    document,
    'div',
    { class: 'top' },
    element(document, 'img', { src: info.icon, alt: '' }),
    element(
      document,
      'div',
      {},
      element(document, 'span', { class: 'name' }, info.name),
      element(document, 'span', { class: 'network' }, network),
    ),
    element(document, 'button', { type: 'button', class: 'later', onclick: later }, 'Later'),
  )
}

const signedText = (document: Document, body: string) =>
  element(document, 'pre', { tabindex: '0', role: 'region', 'aria-label': 'What is signed' }, body)

function answersOf(
  document: Document,
  request: PendingRequest,
  { yes, picked }: { yes: string; picked: () => Approval['accounts'] },
): HTMLElement {
  const refuse = () => request.refuse()
  const approve = () => request.approve({ accounts: picked() })
  return element(
    document,
    'div',
    { class: 'answers' },
    element(document, 'button', { type: 'button', class: 'refuse', onclick: refuse }, 'Refuse'),
    element(
      document,
      'button',
      { type: 'button', class: 'approve', autofocus: true, onclick: approve },
      yes,
    ),
  )
}

function factList(document: Document, facts: readonly (readonly [string, string])[]): HTMLElement {
  return element(
    document,
    'dl',
    {},
    ...facts.map(([name, value]) =>
      element(
        document,
        'div',
        {},
        element(document, 'dt', {}, name),
        element(
          document,
          'dd',
          { 'data-hex': /^(?:0x|[1-9A-HJ-NP-Za-km-z]{32,44}$)/.test(value) },
          value,
        ),
      ),
    ),
  )
}
