import { connectWindow } from '@latchkey/protocol/frame/site'
import type { SourceConnectParameters } from '../../core/contracts/connectorSource.ts'
import { readDevice } from '../../core/page/device.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Login } from '../../core/contracts/login.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import type { Frame } from './createFrame.ts'
import type { FrameView } from './createFrameView.ts'
import type { LoginWindow } from './entryPage.ts'
import { rethrowFrameError } from './readFrameError.ts'
import type { SitePage } from './sitePage.ts'
import type { SocialStart } from './socialStarts.ts'
import type { PendingLogin } from './thisTab.ts'
import { contextOf } from '../../core/kit/context.ts'

type Options = {
  kit: Kit
  frame: Frame
  view: FrameView
  page: SitePage
  /**
   * Whether the page is severed from its windows. Always false if visitors do not approve in a
   * window.
   */
  readCutOff: () => Promise<boolean>
  /** Whether no account is connected yet. */
  isFirst: () => boolean
}

type WindowParameters = Pick<SourceConnectParameters, 'signal' | 'onStep' | 'networkId' | 'signIn'>

/** Logs in with the visitor's method: in the modal, or in the wallet's own window or page. */
export class WalletLogin {
  readonly #options: Options
  /** The window that the visitor's press opened. It becomes the wallet's window. */
  #pressed: LoginWindow | null = null
  #pending: PendingLogin | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** The login that is pending in the wallet's own window or page. */
  get pending(): PendingLogin | undefined {
    return this.#pending
  }

  /**
   * Opens the wallet's window for a request. Uses the window that the visitor's press opened, if
   * there is one.
   */
  openWindow(id: string): void {
    this.#options.view.openWindow(id, this.#pressed)
    this.#pressed = null
  }

  /**
   * Logs in.
   * @throws KitError addressOrConnectorMissing without `login`, and the errors of the method
   */
  async logIn(
    { login, signal = new AbortController().signal, ...parameters }: SourceConnectParameters,
    start: SocialStart,
  ): Promise<void> {
    if (!login) throw kitError('addressOrConnectorMissing')
    const { kit, frame, page, view } = this.#options
    const startedAt = contextOf(kit).clock.now()
    const approvals = await frame.approvals(signal).catch((error: unknown) => {
      if ('window' in start) start.window?.close()
      throw error
    })
    if (approvals === 'window' && !('resultUri' in start))
      return this.#logInInWindow(login, start.window, { signal, ...parameters })
    if ('window' in start && 'email' in login) start.window?.close()
    if ('email' in login) {
      const { onStep } = parameters
      const { logIn } = await loadCode(import('./logIn.lazy.ts'))
      return logIn(kit, frame, { email: login.email, signal, onStep })
    }
    const { social } = login
    const onStep = parameters.onStep ?? (() => {})
    if (social === 'farcaster') {
      const { logInByFarcaster } = await loadCode(import('./social/logInByFarcaster.lazy.ts'))
      return logInByFarcaster({ kit, frame, signal, onStep })
    }
    const { logInBySocial } = await loadCode(import('./social/logInBySocial.lazy.ts'))
    const { origin } = view
    return logInBySocial(
      { kit, frame, page, login: { ...login, social }, origin, signal, onStep, startedAt },
      start,
    )
  }

  /**
   * Logs in in the wallet's own window, which shows the fields for codes and the companies' pages.
   */
  async #logInInWindow(
    login: Login,
    opened: LoginWindow | null,
    { signal, onStep, networkId, signIn }: WindowParameters,
  ): Promise<void> {
    const { frame, view, readCutOff, isFirst } = this.#options
    const here = leavesPage(login) || (await readCutOff())
    if (here) opened?.close() // later, the window no longer belongs to this page
    this.#pressed = here ? null : opened
    this.#pending = { login, networkId, signIn, here }
    if (!here) onStep?.({ type: 'windowOpened', focus: () => view.focusWindow() })
    else if ('email' in login) onStep?.({ type: 'windowDone' }) // no code is mailed here
    try {
      await frame
        .request(
          connectWindow,
          {
            ...('email' in login ? { email: login.email } : { social: login.social }),
            signIn: isFirst() && (signIn?.requestsMessage() ?? false),
          },
          { signal },
        )
        .catch(rethrowFrameError)
    } finally {
      this.#pending = undefined
      this.#pressed?.close() // a window that the wallet has not used
      this.#pressed = null
    }
    onStep?.({ type: 'windowDone' })
  }
}

/**
 * Whether a company login leaves this page: by the login's `mode`, or because it is in an app
 * without windows.
 */
const leavesPage = (login: Login): boolean =>
  'social' in login &&
  login.social !== 'farcaster' &&
  (login.mode ?? (readDevice().isInApp ? 'redirect' : 'window')) === 'redirect'
