import { isConnected, resume } from '@latchkey/protocol/frame/site'
import type { FrameEvent } from '@latchkey/protocol/frame/site'
import type { NetworkId } from '@latchkey/protocol/caip'
import type {
  ConnectorSource,
  Link,
  SourceConnectParameters,
} from '../../core/contracts/connectorSource.ts'
import { readDevice } from '../../core/page/device.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { lazily, loadCode } from '../../core/page/loadCode.ts'
import { createFrame } from './createFrame.ts'
import type { Frame } from './createFrame.ts'
import { createFrameView } from './createFrameView.ts'
import type { FrameView } from './createFrameView.ts'
import { walletPicture } from './embeddedLink.ts'
import { EmbeddedLinks } from './embeddedLinks.ts'
import { createIntroduction } from './introduction.ts'
import type { SiteIntroduction } from './introduction.ts'
import { forgetLogin, rememberAddresses, rememberedLogin, rememberLogin } from './memory.ts'
import type { ReturnedLogin } from './redirect/finishRedirect.lazy.ts'
import { sitePage } from './sitePage.ts'
import type { SitePage } from './sitePage.ts'
import { createThisTab } from './thisTab.ts'
import type { ThisTab } from './thisTab.ts'
import type { SocialStart, SocialStarts } from './socialStarts.ts'
import { WalletLogin } from './walletLogin.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The embedded wallet, once its code has loaded. */
export type Embedded = Required<Pick<ConnectorSource, 'preconnect' | 'restore'>> & {
  /**
   * Logs in.
   * @param start the result of a company login, or the window that the visitor's press opened for
   *   it
   * @default start: no window was opened
   */
  connect(parameters: SourceConnectParameters, start?: SocialStart): Promise<readonly Link[]>
  /** Whether windows can open here. False in the built-in browser of an app. */
  hasWindows: boolean
  /** The wallet's picture: a `data:image/` URI. */
  picture: string
  /**
   * Fetches the login methods of the wallet's service, once per page.
   * @throws KitError httpFailed …, then the next call tries again
   */
  fetchLogins(): Promise<void>
  /** Finishes a login whose result returned in the page's address. */
  finishReturned(starts: SocialStarts): Promise<void>
}

/**
 * Creates the source of the embedded wallet over one frame. Each login gets one link for each
 * namespace of the site that the wallet supports.
 * @param answer the answer of the wallet's own page that returned in the page's address
 */
export function createEmbedded(
  kit: Kit,
  view: FrameView = createFrameView(kit),
  page: SitePage = sitePage,
  answer?: string,
): Embedded {
  const wallet = new EmbeddedWallet(kit, view, page, answer)
  return {
    hasWindows: !readDevice().isInApp,
    picture: walletPicture,
    preconnect: () => wallet.preconnect(),
    fetchLogins: lazily(async () =>
      (await loadCode(import('./fetchLogins.lazy.ts'))).fetchLogins(kit),
    ),
    finishReturned: async (starts) =>
      (await loadCode(import('./social/finishReturned.lazy.ts'))).finishReturned(kit, starts),
    connect: (parameters, start) => wallet.connect(parameters, start),
    restore: (parameters) => wallet.restore(parameters),
  }
}

class EmbeddedWallet implements Pick<Embedded, 'preconnect' | 'connect' | 'restore'> {
  readonly #kit: Kit
  readonly #view: FrameView
  readonly #introduction: SiteIntroduction
  readonly #frame: Frame
  readonly #tab: ThisTab
  readonly #links: EmbeddedLinks
  readonly #login: WalletLogin
  #restoring: Promise<readonly Link[]> | undefined

  constructor(kit: Kit, view: FrameView, page: SitePage, answer: string | undefined) {
    this.#kit = kit
    this.#view = view
    this.#introduction = createIntroduction(kit)
    const frame = createFrame(kit, view, this.#introduction.initialMessages)
    this.#frame = frame
    this.#links = new EmbeddedLinks({ kit, frame, request: (call) => this.#tab.request(call) })
    this.#login = new WalletLogin({
      kit,
      frame,
      view,
      page,
      readCutOff: () => this.#tab.readCutOff(),
      isFirst: () => this.#links.isEmpty,
    })
    this.#tab = createThisTab({
      kit,
      frame,
      view,
      page,
      answer,
      served: () => this.#links.served(),
      pendingLogin: () => this.#login.pending,
      accounts: () => this.#links.accounts(),
      about: () => ({ dapp: this.#introduction.site(), theme: this.#introduction.theme() }),
      onBack: () => this.#hide(),
    })
    frame.subscribe((event) => this.#handleEvent(event))
    kit.subscribe((now, before) => {
      if (now.themeMode !== before.themeMode || now.themeVariables !== before.themeVariables)
        if (!this.#links.isEmpty && !contextOf(kit).life?.signal.aborted)
          this.#introduction.sendTheme(frame)
    })
  }

  preconnect(): void {
    this.#frame.open()
    import('./logIn.lazy.ts').catch(() => {}) // if the load fails, the login reports it
  }

  async connect(
    parameters: SourceConnectParameters,
    start: SocialStart = { window: null },
  ): Promise<readonly Link[]> {
    const { login, networkId } = parameters
    this.#introduction.resendSite(this.#frame)
    const returned = this.#tab.takeLogin()
    if (returned) return this.#reopen(returned, parameters)
    // the chains' code loads while the visitor looks for the mailed code. After a failure it is
    // loaded again when needed
    for (const adapter of contextOf(this.#kit).adapters) adapter.load('remote')?.catch(() => {})
    await this.#login.logIn(parameters, start)
    rememberLogin(this.#kit, login)
    return this.#open(networkId, parameters)
  }

  restore({ signal }: { signal?: AbortSignal }): Promise<readonly Link[]> {
    return (this.#restoring ??= this.#restore(signal).finally(() => (this.#restoring = undefined)))
  }

  async #restore(signal?: AbortSignal): Promise<readonly Link[]> {
    await this.#tab.returning
    if (!(await hasLogin(this.#kit, this.#frame, signal))) {
      this.#end()
      return []
    }
    return this.#open(this.#kit.getState().networkId, { ...(signal && { signal }) })
  }

  /**
   * Connects after a login whose result returned in the page's address. Sends the addresses to the
   * frame, which can't know them.
   */
  async #reopen(
    { addresses, email, signed }: ReturnedLogin,
    { login, networkId, signal, signIn }: SourceConnectParameters,
  ): Promise<readonly Link[]> {
    rememberLogin(this.#kit, login, email)
    rememberAddresses(this.#kit, addresses)
    await this.#frame.request(resume, { addresses, email }, { signal })
    const opened = await this.#open(networkId, { signal })
    if (signed) await signIn?.storeSessions([signed], signal)
    return opened
  }

  /** Opens the links of the login, the preferred network first. */
  async #open(
    preferred?: NetworkId,
    parameters?: Pick<SourceConnectParameters, 'signal' | 'signIn'>,
  ): Promise<readonly Link[]> {
    const links = await this.#links.open(preferred, parameters)
    void this.#tab.readCutOff()
    return links
  }

  #handleEvent(event: FrameEvent): void {
    if (event.type === '@w3m-frame/SHOW') return this.#show(event.payload)
    if (event.type === '@w3m-frame/HIDE') return this.#hide()
    if (event.type === '@w3m-frame/WINDOW') {
      if (!this.#tab.leavesWith(event.payload)) this.#login.openWindow(event.payload.id)
      return
    }
    if (event.payload.isConnected) this.#links.refresh(() => this.#open())
    else this.#end()
  }

  #show(facts: Parameters<FrameView['show']>[0]): void {
    if (this.#tab.isLeaving()) return
    this.#introduction.sendTheme(this.#frame) // the system's colours may have changed
    this.#kit.store.setState({ covered: true })
    this.#view.show(facts, () => this.#frame.abortAll())
  }

  #hide(): void {
    this.#kit.store.setState({ covered: false })
    this.#view.hide()
  }

  /** Ends all links, because the login has ended in the frame. */
  #end(): void {
    this.#links.end(() => {
      forgetLogin(this.#kit)
      this.#hide()
    })
  }
}

/**
 * Whether the visitor is logged in in the frame. A frame without storage gets the addresses of the
 * last login.
 */
async function hasLogin(kit: Kit, frame: Frame, signal?: AbortSignal): Promise<boolean> {
  const { addresses, email } = rememberedLogin(kit) ?? {}
  const options = { ...(signal && { signal }) }
  const answer = addresses
    ? await frame.request(resume, { addresses, email: email ?? null }, options)
    : await frame.request(isConnected, undefined, options)
  return answer.isConnected
}
