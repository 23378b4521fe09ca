import type { Namespace } from '@latchkey/protocol/namespace'
import { announcement } from '@latchkey/protocol/times'
import { createStore } from 'zustand/vanilla'
import { lazily, loadCode } from './core/page/loadCode.ts'
import { systemClock } from './core/page/clock.ts'
import type { ConnectorSource } from './core/contracts/connectorSource.ts'
import { createSources } from './core/accounts/createSources.ts'
import { connectionMissing } from './core/errors/connectionMissing.ts'
import { KitError } from './core/errors/KitError.ts'
import { contextOf, withContext } from './core/kit/context.ts'
import type { KitContext } from './core/kit/context.ts'
import type { FlowResult, Kit, OpenOptions } from './core/kit/kit.ts'
import { readLastAccount } from './core/storage/readLastAccount.ts'
import { readLocale } from './core/options/locale.ts'
import { toKitNetwork } from './core/contracts/network.ts'
import { openWindow } from './core/page/openWindow.ts'
import { checkOptions } from './core/options/optionChecks.ts'
import type { KitOptions } from './core/options/options.ts'
import type { Screens } from './core/kit/screens.ts'
import { accountOf } from './core/kit/state.ts'
import type { KitState } from './core/kit/state.ts'
import { createKitStorage, defaultStorage, sharedKey } from './core/storage/storage.ts'
import { embedded } from './sources/embedded/embedded.ts'
import { phones } from './sources/phones/phones.ts'

const signingIn = () => loadCode(import('./domains/siwx/actions.lazy.ts'))
const granting = () => loadCode(import('./domains/smartSessions/actions.lazy.ts'))

/**
 * Makes a kit. The kit requests nothing, loads nothing and listens to nothing before `start()`,
 * which `KitProvider` calls. So a site may call this function on a server and at module level. A
 * page may have any number of kits.
 * @throws KitError optionInvalid, with the name of the option and how to correct it. A page that a
 *   bundler built for production checks its options only when the modal first opens, and reports
 *   the error to the page.
 * @example createKit({ metadata: { name: 'My site', url: 'https://example.org' }, networks:
 *   [mainnet], adapters: [evm()] })
 */
export function createKit(given: KitOptions): Kit {
  checkOptions(given)
  const options = withGroups(given)
  const store = createStore<KitState>(() => initialState(options))
  const context = createContext(options)
  const kit: Kit = withContext(
    publicPart(store, () => kit),
    context,
  )
  addSources(kit)
  queueMicrotask(() => (context.isBeingMade = false))
  context.siwx = typeof options.siwx === 'function' ? options.siwx(kit) : options.siwx
  if (globalThis.window) expectReconnect(kit)
  return kit
}

/** The private part of a new kit. Its adapters and sources are added later. */
function createContext(options: KitOptions): KitContext {
  const clock = options.clock ?? systemClock
  const fetcher: typeof fetch = options.fetch ?? ((...request) => globalThis.fetch(...request))
  const apiUrl = options.services?.api
  return {
    options,
    networks: options.networks.map(toKitNetwork),
    adapters: [],
    sources: createSources(),
    links: { all: new Map(), attempts: new Map(), disconnecting: new Map(), restoring: new Map() },
    storage: createKitStorage(options.storage ?? defaultStorage()),
    clock,
    fetch: fetcher,
    api: apiUrl ? { apiUrl, projectId: options.projectId, clock, fetch: fetcher } : undefined,
    press: createStore(() => ({ isLikely: options.preload === 'idle' })),
    screens: createStore<Screens>(() => ({ status: 'missing' })),
    isBeingMade: true,
    hasProvider: false,
    failures: new Map(),
    queries: lazily(async () =>
      (await loadCode(import('./core/queries/createQueries.lazy.ts'))).createQueries(),
    ),
    prepareActions: async (kit) => void (await actions(kit)),
  }
}

/** The part of a kit that sites see. The code of an action loads with its first call. */
function publicPart(store: Kit['store'], kit: () => Kit): Kit {
  return {
    store,
    getState: store.getState,
    subscribe: store.subscribe,
    start: () => start(kit()),
    open: (view) => open(kit(), view),
    close: () =>
      store.setState(({ modal }) => ({ modal: { open: false, request: modal.request } })),
    async connect(parameters) {
      // before the first `await`, because browsers open windows only during the visitor's press
      if (parameters?.login) openWindow(kit(), parameters.login)
      return (await actions(kit())).connect(kit(), parameters)
    },
    wallets: async (parameters) =>
      (await loadCode(import('./domains/wallets/listWallets.lazy.ts'))).listWallets(
        kit(),
        parameters,
      ),
    disconnect: async (parameters) => (await actions(kit())).disconnect(kit(), parameters),
    switchConnection: async (parameters) =>
      (await actions(kit())).switchConnection(kit(), parameters),
    switchNetwork: async (parameters) => (await actions(kit())).switchNetwork(kit(), parameters),
    request: async (parameters) => (await actions(kit())).request(kit(), parameters),
    signMessage: async (parameters) => (await actions(kit())).signMessage(kit(), parameters),
    sendTransaction: async (parameters) =>
      (await actions(kit())).sendTransaction(kit(), parameters),
    followTransaction: async (parameters) =>
      (await actions(kit())).followTransaction(kit(), parameters),
    signIn: async (parameters) => (await signingIn()).signIn(kit(), parameters),
    signOut: async () => (await signingIn()).signOut(kit()),
    checkSignIn: async (parameters) =>
      (await signingIn()).checkSignIn(kit(), undefined, parameters),
    updateEmail: async (parameters) => (await actions(kit())).updateEmail(kit(), parameters),
    setPreferredAccountType: async (parameters) =>
      (await actions(kit())).setPreferredAccountType(kit(), parameters),
    grantPermissions: async (request) => (await granting()).grantPermissions(kit(), request),
    sessions: sessionsPart(kit),
    getProvider: ({ namespace } = {}) => {
      const { adapters, networks } = contextOf(kit())
      const wanted = namespace ?? networks[0]?.namespace
      const adapter = adapters.find((adapter) => adapter.namespace === wanted)
      if (!adapter?.provider)
        throw new KitError('connectionMissing', connectionMissing, {
          details: 'No adapter of that namespace, or one without a provider.',
        })
      return adapter.provider(kit())
    },
    setLocale: (locale) => store.setState({ locale: readLocale(locale) }),
    setTheme: ({ mode, variables }) =>
      store.setState((state) => ({
        themeMode: mode ?? state.themeMode,
        themeVariables: { ...state.themeVariables, ...variables },
      })),
  }
}

/** The permissions of the account. Their code loads with the first call. */
function sessionsPart(kit: () => Kit): Kit['sessions'] {
  return {
    isSupported: async () => (await granting()).isSupported(kit()),
    list: async (parameters) => (await granting()).list(kit(), parameters),
    revoke: async (...parameters) => (await granting()).revoke(kit(), ...parameters),
    revokeAll: async (parameters) => (await granting()).revokeAll(kit(), parameters),
    refetch: async () => (await granting()).refetch(kit()),
    subscribe(listener) {
      const life = new AbortController()
      granting().then(
        ({ watchSessions }) => watchSessions(kit(), listener, life.signal),
        (error: Error) => listener({ status: 'error', error, updatedAt: 0, isFetching: false }),
      )
      return () => life.abort()
    },
  }
}

/**
 * Loads the actions on connections. The promise is kept, because the browser resolves each further
 * `import()` only after its next frame.
 */
const loadActions = lazily(() => loadCode(import('./session/actions.lazy.ts')))

/** Loads the actions on connections, and starts the listeners to changes of connections. */
async function actions(kit: Kit) {
  const code = await loadActions()
  code.startListeners(kit)
  return code
}

/**
 * If the visitor was connected, sets the sessions' status to `connecting` until the wallets have
 * answered. So a site's route guard waits instead of redirecting, and may show the last known
 * account. This is not in the initial state, because a server renders that state and the page
 * hydrates from it.
 */
function expectReconnect(kit: Kit): void {
  const { storage, adapters } = contextOf(kit)
  if (storage.get('connection-status') !== 'connected') return
  chooseNetwork(kit)
  const known = storage.get('connected-namespaces') ?? []
  const last = storage.get('last-account')
  const expected = adapters
    .filter(({ namespace }) => known.includes(namespace))
    .map(({ namespace }) => [
      namespace,
      { status: 'connecting', lastKnown: readLastAccount(last?.[namespace], namespace) },
    ])
  kit.store.setState({ sessions: Object.fromEntries(expected) })
}

/** Selects the network of the last visit, if it is in the site's `networks`. */
function chooseNetwork(kit: Kit): void {
  const { networks, storage } = contextOf(kit)
  const stored = storage.get('active-network-id')
  const known = networks.find(({ networkId }) => networkId === stored)
  if (known) kit.store.setState({ networkId: known.networkId, namespace: known.namespace })
}

/**
 * Adds the sources: phones first, then the wallets of this browser, the e-mail wallet, and the
 * site's own sources.
 */
function addSources(kit: Kit): void {
  const { options, networks, sources, adapters } = contextOf(kit)
  if (options.enableWalletConnect !== false && options.services?.relay) sources.add(kit, phones())
  for (const factory of options.adapters) {
    const { namespace } = factory
    sources.add(kit, {
      create({ setConnectors }) {
        const adapter = factory.create({
          kit,
          setConnectors,
          networks: networks.filter((network) => network.namespace === namespace),
        })
        adapters.push(adapter)
        return adapter.source
      },
    })
  }
  if (options.services?.wallet) sources.add(kit, embedded())
  for (const factory of options.sources ?? []) sources.add(kit, factory)
}

/**
 * Opens the modal at once, so that its code loads in parallel with the code that waits for the end
 * of the flow.
 */
async function open(
  kit: Kit,
  { view, namespace, ...given }: OpenOptions & { namespace?: Namespace } = {},
): Promise<FlowResult> {
  const { store } = kit
  const { sessions, ...state } = store.getState()
  const wasConnected =
    accountOf({ sessions, namespace: namespace ?? state.namespace }) !== undefined
  const request = store.getState().modal.request + 1
  // a view with parameters of the site is shown only after their check
  const hasGiven = Object.keys(given).length > 0
  store.setState({
    modal: {
      open: true,
      request,
      view: hasGiven ? 'Loading' : view,
      ...(namespace && { params: { namespace } }),
    },
  })
  const { awaitFlow } = await loadCode(import('./session/flow/awaitFlow.lazy.ts'))
  return awaitFlow(kit, request, wasConnected, { view, namespace }, hasGiven && given)
}

/**
 * The site's options, with the wallets of its groups first in `featuredWalletIds`. The row for
 * phones (`walletConnect`) may be in a group, but is no wallet, so it is left out.
 */
function withGroups(options: KitOptions): KitOptions {
  const { walletGroups, featuredWalletIds = [] } = options
  return walletGroups
    ? {
        ...options,
        featuredWalletIds: [
          ...walletGroups.flatMap(({ walletIds }) =>
            walletIds.filter((id) => id !== 'walletConnect'),
          ),
          ...featuredWalletIds,
        ],
      }
    : options
}

function initialState(options: KitOptions): KitState {
  const first = toKitNetwork(options.networks[0])
  return {
    sessions: {},
    connectors: [],
    namespace: first.namespace,
    networkId: first.networkId,
    ready: false,
    modal: { open: false, request: 0 },
    toast: undefined,
    locale: readLocale(options.locale),
    themeMode: options.themeMode ?? 'dark',
    themeVariables: options.themeVariables ?? {},
  }
}

/**
 * Follows the wallets on the page and, if an earlier visit was connected, restores its connection.
 */
function start(kit: Kit): () => void {
  const { storage, clock } = contextOf(kit)
  chooseNetwork(kit)
  const stops = watchedOf(kit).map((source) => source.watch())
  // the controller is passed instead of `{ signal }`, because it has a `signal`
  const controller = (contextOf(kit).life = new AbortController())
  const wasConnected = storage.get('connection-status') === 'connected'
  const setReady = () => kit.store.setState({ ready: true })
  // React's StrictMode starts the kit, stops it and starts it again. Because of the delay, only the
  // second start reconnects, and wallets have time to announce themselves.
  const cancel = clock.setTimeout(
    () => {
      if (!wasConnected) return setReady()
      void actions(kit)
        .then(({ reconnect }) => reconnect(kit, controller))
        .then(setReady, setReady)
    },
    wasConnected ? announcement : 0,
  )
  const follow = () =>
    actions(kit).then(
      ({ followTabs }) => followTabs(kit),
      () => {},
    )
  globalThis.window?.addEventListener(
    'storage',
    ({ key }) => key === sharedKey && follow(),
    controller,
  )
  // a page in the bfcache gets no events of other tabs, so their changes are read when the page
  // returns
  globalThis.window?.addEventListener(
    'pageshow',
    ({ persisted }) => persisted && follow(),
    controller,
  )
  if (contextOf(kit).siwx)
    void signingIn().then(
      ({ watchSiwx }) => controller.signal.aborted || stops.push(watchSiwx(kit)),
      () => {},
    ) // if the code does not load, the modal's gate still blocks a visitor who has to sign in
  return () => {
    cancel()
    controller.abort()
    for (const stop of stops) stop()
  }
}

/**
 * The sources to watch. If the site has its own connections in a namespace, the kit does not look
 * for wallets of this browser there.
 */
function watchedOf(kit: Kit): readonly ConnectorSource[] {
  const { sources, adapters } = contextOf(kit)
  const all = sources.all()
  const isTaken = (namespace: Namespace) =>
    all.some(({ isSiteOwned, namespaces }) => isSiteOwned && namespaces.includes(namespace))
  const idle = adapters.filter(({ namespace }) => isTaken(namespace)).map(({ source }) => source)
  return all.filter((source) => !idle.includes(source))
}
