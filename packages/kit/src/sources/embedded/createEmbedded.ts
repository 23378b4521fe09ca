import { connectWindow, getUser, isConnected, resume, signOut } from '@latchkey/protocol/frame/site'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type {
  ConnectorSource,
  Link,
  SourceConnectParameters,
} from '../../core/contracts/connectorSource.ts'
import { readDevice } from '../../core/page/device.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { lazily } from '../../core/page/lazily.ts'
import type { Login } from '../../core/contracts/login.ts'
import type { SiwxSession } from '../../core/contracts/siwx.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import { createFrame } from './createFrame.ts'
import type { Frame } from './createFrame.ts'
import { createFrameView } from './createFrameView.ts'
import type { FrameView } from './createFrameView.ts'
import { createEmbeddedLink, walletPicture } from './embeddedLink.ts'
import type { EmbeddedLink } from './embeddedLink.ts'
import { createIntroduction } from './introduction.ts'
import type { LoginWindow } from './entryPage.ts'
import { toFrameChain, toFrameMessage } from './frameChain.ts'
import {
  forgetLogin,
  recordUser,
  rememberAddresses,
  rememberedLogin,
  rememberLeftNamespace,
  rememberLogin,
} from './memory.ts'
import type { ReturnedLogin } from './redirect/finishRedirect.ts'
import type { Served } from './redirect/userOf.ts'
import { rethrowFrameError } from './readFrameError.ts'
import { sitePage } from './sitePage.ts'
import type { SitePage } from './sitePage.ts'
import { createThisTab } from './thisTab.ts'
import type { PendingLogin } from './thisTab.ts'
import type { SocialStart, SocialStarts } from './socialStarts.ts'

/** The embedded wallet, once its code has loaded. */
export type Embedded = Required<Pick<ConnectorSource, 'preconnect' | 'restore'>> & {
  /**
   * Logs in.
   * @param start what the visitor's press has started of a company login
   * @default start: the browser opened no window
   */
  connect(parameters: SourceConnectParameters, start?: SocialStart): Promise<readonly Link[]>
  /** Whether windows can open here. False in an app that shows pages itself. */
  hasWindows: boolean
  /** The wallet's picture: a `data:image/` URI. */
  picture: string
  /**
   * Fetches the login methods of the wallet's service, once per page.
   * @throws KitError httpFailed …, then the next call tries again
   */
  fetchLogins(): Promise<void>
  /** Finishes a login that returned in the page's address. */
  finishReturned(starts: SocialStarts): Promise<void>
}

/**
 * Creates the source of the embedded wallet over one frame. A login has a link in each namespace of
 * the site that the wallet supports.
 * @param answer the answer of the wallet's own page that returned in the page's address
 */
export function createEmbedded(
  kit: Kit,
  view: FrameView = createFrameView(kit),
  page: SitePage = sitePage,
  answer?: string,
): Embedded {
  const { adapters, networks } = kit.context
  const introduction = createIntroduction(kit)
  const frame = createFrame(kit, view, introduction.initialMessages)
  const links = new Map<Namespace, EmbeddedLink>()
  let restoring: Promise<readonly Link[]> | undefined
  /** Reads the account again after the frame's last change event. */
  let refreshing: Promise<void> | undefined
  /** The window of the visitor's press, which becomes the wallet's window. */
  let pressed: LoginWindow | null = null
  let pendingLogin: PendingLogin | undefined
  const tab = createThisTab({
    kit,
    frame,
    view,
    page,
    answer,
    served,
    pendingLogin: () => pendingLogin,
    accounts: () => [...links.values()].flatMap(({ link }) => link.state().accounts),
    about: () => ({ dapp: introduction.site(), theme: introduction.theme() }),
    onBack: () => hide(),
  })

  frame.subscribe((event) => {
    if (event.type === '@w3m-frame/SHOW') {
      if (tab.isLeaving()) return
      introduction.sendTheme(frame) // the system's colour scheme may have changed
      kit.store.setState({ covered: true })
      return view.show(event.payload, frame.abortAll)
    }
    if (event.type === '@w3m-frame/HIDE') return hide()
    if (event.type === '@w3m-frame/WINDOW')
      return void (tab.leavesWith(event.payload) || openWindow(event.payload.id))
    if (!event.payload.isConnected) return end()
    if (links.size > 0)
      refreshing = open().then(
        () => {},
        () => {},
      ) // the earlier account stays; the next request to it reports the failure
  })

  function openWindow(id: string): void {
    view.openWindow(id, pressed)
    pressed = null
  }

  function hide(): void {
    kit.store.setState({ covered: false })
    view.hide()
  }

  /** The namespaces to open: all except those that the visitor left. */
  function served(): readonly Served[] {
    const left = rememberedLogin(kit)?.left ?? []
    return adapters.flatMap(({ namespace, facets }) => {
      const [first, ...others] = networks
        .filter((entry) => entry.namespace === namespace)
        .map(({ networkId }) => networkId)
      return first && facets.includes('remote') && !left.includes(namespace)
        ? [{ namespace, networkIds: [first, ...others] as const }]
        : []
    })
  }

  /** Opens the links of the login, the preferred network first. */
  async function open(
    preferred?: NetworkId,
    { signal, signIn }: Pick<SourceConnectParameters, 'signal' | 'signIn'> = {},
  ): Promise<readonly Link[]> {
    const signed: SiwxSession[] = []
    // in a login the first requested account signs in
    const isPreferred = ({ networkIds }: Served) =>
      preferred !== undefined && networkIds.includes(preferred)
    for (const { namespace, networkIds } of [...served()].sort(
      (entry, otherEntry) => Number(isPreferred(otherEntry)) - Number(isPreferred(entry)),
    )) {
      const adapter = adapters.find((entry) => entry.namespace === namespace)
      const facet = await adapter?.load('remote')
      if (!adapter || !facet) continue
      const sorted = [...networkIds].sort(
        (entry, otherEntry) => Number(otherEntry === preferred) - Number(entry === preferred),
      ) as unknown as typeof networkIds // the same elements, sorted
      const { placeholder } = facet
      const data =
        links.size === 0 && placeholder !== undefined
          ? await signIn?.prepare({ chainId: sorted[0], accountAddress: placeholder })
          : undefined
      const answer = await frame
        .request(
          getUser,
          { chainId: toFrameChain(sorted[0]), ...(data && { siwxMessage: toFrameMessage(data) }) },
          { signal },
        )
        .catch(rethrowFrameError)
      const { address, message, signature } = answer
      const account = { address, ...recordUser(kit, answer) }
      if (data && message !== undefined && signature !== undefined)
        signed.push({ data: { ...data, accountAddress: address }, message, signature })
      const existing = links.get(namespace)
      if (existing) existing.notify(account)
      else
        links.set(
          namespace,
          createEmbeddedLink({
            frame,
            request: tab.request,
            facet,
            adapter,
            namespace,
            account,
            networkIds: sorted,
            refreshed: () => refreshing,
            leave: () => endNamespace(namespace),
          }),
        )
    }
    if (signed.length > 0) await signIn?.storeSessions(signed, signal)
    void tab.readCutOff()
    return [...links.values()].map(({ link }) => link)
  }

  /** Ends the use of one namespace. With the last one, ends the login. */
  async function endNamespace(namespace: Namespace): Promise<void> {
    links.delete(namespace)
    if (links.size > 0) return rememberLeftNamespace(kit, namespace)
    forgetLogin(kit)
    await frame.request(signOut, undefined)
  }

  /** Handles the end of the login in the frame. */
  function end(): void {
    const ended = [...links.values()]
    links.clear()
    forgetLogin(kit)
    hide()
    for (const { notify } of ended) notify(undefined)
  }

  kit.subscribe((now, before) => {
    if (now.themeMode !== before.themeMode || now.themeVariables !== before.themeVariables)
      if (links.size > 0 && !kit.context.life?.signal.aborted) introduction.sendTheme(frame)
  })

  /** Logs in with the visitor's method. */
  async function logIn(
    { login, signal = new AbortController().signal, ...parameters }: SourceConnectParameters,
    start: SocialStart,
  ): Promise<void> {
    if (!login) throw kitError('addressOrConnectorMissing')
    const since = kit.context.clock.now()
    const approvals = await frame.approvals(signal).catch((error: unknown) => {
      if ('window' in start) start.window?.close()
      throw error
    })
    if (approvals === 'window' && !('resultUri' in start))
      return enterInWindow(login, start.window, { signal, ...parameters })
    if ('window' in start && 'email' in login) start.window?.close()
    if ('email' in login)
      return (await loadCode(import('./email/logIn.ts'))).logIn(kit, frame, {
        email: login.email,
        signal,
        onStep: parameters.onStep,
      })
    const { social } = login
    const onStep = parameters.onStep ?? (() => {})
    if (social === 'farcaster')
      return (await loadCode(import('./social/logInByFarcaster.ts'))).logInByFarcaster({
        kit,
        frame,
        signal,
        onStep,
      })
    const { logInBySocial } = await loadCode(import('./social/logInBySocial.ts'))
    return logInBySocial(
      {
        kit,
        frame,
        page,
        login: { ...login, social },
        origin: view.origin,
        signal,
        onStep,
        startedAt: since,
      },
      start,
    )
  }

  /**
   * Logs in in the wallet's own window, which has the fields for codes and the companies' pages.
   */
  async function enterInWindow(
    login: Login,
    opened: LoginWindow | null,
    {
      signal,
      onStep,
      networkId,
      signIn,
    }: Pick<SourceConnectParameters, 'signal' | 'onStep' | 'networkId' | 'signIn'>,
  ): Promise<void> {
    const here = leavesPage(login) || (await tab.readCutOff())
    pressed = here ? (opened?.close(), null) : opened // closed while it still belongs to this page
    pendingLogin = { login, networkId, signIn, here }
    if (!here) onStep?.({ type: 'windowOpened', focus: () => view.focusWindow() })
    else if ('email' in login) onStep?.({ type: 'windowDone' }) // no code is being sent
    try {
      await frame
        .request(
          connectWindow,
          {
            ...('email' in login ? { email: login.email } : { social: login.social }),
            signIn: links.size === 0 && (signIn?.requestsMessage() ?? false),
          },
          { signal },
        )
        .catch(rethrowFrameError)
    } finally {
      pendingLogin = undefined
      pressed?.close() // the wallet has not used it
      pressed = null
    }
    onStep?.({ type: 'windowDone' })
  }

  return {
    hasWindows: !readDevice().isInApp,
    picture: walletPicture,
    preconnect() {
      frame.open()
      import('./email/logIn.ts').catch(() => {}) // a failure is reported by the login
    },
    fetchLogins: lazily(async () =>
      (await loadCode(import('./logins/fetchLogins.ts'))).fetchLogins(kit),
    ),
    finishReturned: async (starts) =>
      (await loadCode(import('./social/finishReturned.ts'))).finishReturned(kit, starts),

    async connect(parameters, start = { window: null }) {
      const { login, networkId } = parameters
      introduction.resendSite(frame)
      const returned = tab.takeLogin()
      if (returned) return reopen(returned, parameters)
      // loaded while the visitor looks for the code; after a failure it is loaded again when needed
      for (const adapter of adapters) adapter.load('remote')?.catch(() => {})
      await logIn(parameters, start)
      rememberLogin(kit, login)
      return open(networkId, parameters)
    },

    restore: ({ signal }) => (restoring ??= restore(signal).finally(() => (restoring = undefined))),
  }

  /**
   * Opens the account of a login that returned. Sends its addresses to the frame, which can't know
   * them.
   */
  async function reopen(
    { addresses, email, signed }: ReturnedLogin,
    { login, networkId, signal, signIn }: SourceConnectParameters,
  ): Promise<readonly Link[]> {
    rememberLogin(kit, login, email)
    rememberAddresses(kit, addresses)
    await frame.request(resume, { addresses, email }, { signal })
    const opened = await open(networkId, { signal })
    if (signed) await signIn?.storeSessions([signed], signal)
    return opened
  }

  async function restore(signal?: AbortSignal): Promise<readonly Link[]> {
    await tab.returning
    if (!(await hasLogin(kit, frame, signal))) {
      end()
      return []
    }
    return open(kit.getState().networkId, { ...(signal && { signal }) })
  }
}

/**
 * Whether the frame has a login. A frame without storage receives the addresses of the last login.
 */
async function hasLogin(kit: Kit, frame: Frame, signal?: AbortSignal): Promise<boolean> {
  const { addresses, email } = rememberedLogin(kit) ?? {}
  const options = { ...(signal && { signal }) }
  const answer = addresses
    ? await frame.request(resume, { addresses, email: email ?? null }, options)
    : await frame.request(isConnected, undefined, options)
  return answer.isConnected
}

/** Whether a company login leaves this page: the login's mode, or an app without windows. */
const leavesPage = (login: Login): boolean =>
  'social' in login &&
  login.social !== 'farcaster' &&
  (login.mode ?? (readDevice().isInApp ? 'redirect' : 'window')) === 'redirect'
