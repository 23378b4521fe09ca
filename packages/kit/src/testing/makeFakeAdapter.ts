import { fakeApprovals } from './fakeApprovals.ts'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { dropLink, linkOf, setCurrent, takeLinks } from '../session/links.ts'
import type { AdapterFactory, AdapterHost, ChainAdapter } from '../core/contracts/adapter.ts'
import type {
  Connector,
  ConnectorSource,
  Link,
  LinkState,
  Pairing,
  SourceConnectParameters,
} from '../core/contracts/connectorSource.ts'
import { readDevice } from '../core/page/device.ts'
import { createListeners } from '../core/kit/createListeners.ts'
import type { Login } from '../core/contracts/login.ts'
import { forgetOtherWallet, rememberedWallet } from '../sources/phones/rememberWallet.ts'
import type { FacetName, Facets } from '../core/contracts/facets/facets.ts'
import type { Kit } from '../core/kit/kit.ts'
import { contextOf } from '../core/kit/context.ts'
import type { SharedAccount } from '../core/accounts/sharedAccount.ts'
import { answer } from './fakeAnswer.ts'
import type { FakeAnswer } from './fakeAnswer.ts'
import { choiceOf, smartStateOf } from './fakeSmartAccounts.ts'
import type { FakeSmartAccounts } from './fakeSmartAccounts.ts'

/** The options of a fake adapter. `set` can change them later. */
export type FakeAdapterOptions = {
  /**
   * The namespace. Use one adapter for each namespace among the site's networks. The adapter of
   * `latchkey/testing` has the facets of EVM, those of `latchkey/testing/solana`, `/bitcoin` and
   * `/polkadot` have those of their chains. With another namespace, an adapter has none.
   * @default the namespace of the package entry: 'eip155', 'solana', 'bip122' or 'polkadot'
   */
  namespace?: Namespace
  /**
   * The wallets that the adapter finds. Visitors log in to a wallet of the type `auth` by one of
   * its `logins`.
   * @default one wallet, `example`
   */
  connectors?: readonly (Pick<Connector, 'id' | 'name'> & Partial<Connector>)[]
  /**
   * The accounts that every wallet shares, the selected one first. A text is an account of which
   * only the address is known.
   * @default one account of the development phrase
   */
  accounts?: readonly (string | SharedAccount)[]
  /** Smart accounts of the wallets of the type `auth`. @default no smart accounts */
  smartAccounts?: FakeSmartAccounts
  /** Connectors that are connected initially. The first is the current one. */
  connected?: readonly string[]
  /**
   * The network of the wallets, CAIP-2. It need not be one of the site's `networks`.
   * @default the site's first network
   */
  networkId?: string
  /** The networks that the wallets can switch to, CAIP-2. @default all networks */
  networkIds?: readonly string[]
  /**
   * The code that the connector `walletConnect` and a login by Farcaster show. Without this option,
   * they show none. `expiresAt` in milliseconds. `isReady`: the relay is reached.
   * @default isReady: true
   */
  pairing?: Omit<Pairing, 'isReady'> & Partial<Pairing>
  /**
   * The code that a login by e-mail requires. Another code fails with `codeWrong`.
   * @default no code is required
   */
  code?: string
  /**
   * Milliseconds after which a login by e-mail may request another code. With `connect:
   * 'emailCooldown'`, the error names this time.
   * @default 30000
   */
  codePause?: number
  /**
   * Whether a login waits for the approval of a mailed link. The approval never comes. @default
   * false
   */
  link?: boolean
  /**
   * The state of a login's window before `connect` answers. It is a company's window or the
   * wallet's own.
   * @default no window
   */
  window?: 'opened' | 'done'
  connect?: FakeAnswer
  disconnect?: FakeAnswer
  switchNetwork?: FakeAnswer
  sign?: FakeAnswer
  send?: FakeAnswer
  /**
   * The answers of the networks' nodes by method, or functions that compute them from the
   * parameters. Other methods get the answer of `sign`.
   */
  node?: { readonly [method: string]: unknown }
  /**
   * Balances in the smallest unit: first the native token's, then those of the site's `tokens`.
   * @default 0
   */
  balances?: readonly bigint[] | FakeAnswer
}

/** An adapter without a chain and without a wallet, for tests of a site and for showing screens. */
export type FakeAdapter = AdapterFactory & {
  /** The logins that were tried, successful or not, the newest last. */
  readonly logins: readonly Login[]
  /** Changes options from now on. */
  set(options: Partial<FakeAdapterOptions>): void
  /**
   * Connects or disconnects wallets without a request, as a wallet may do by itself. The first one
   * becomes the current one.
   */
  setConnected(connectorIds: readonly string[]): void
}

const example = { id: 'example', name: 'Example wallet' }

/**
 * Functions that make the facets of fake chains, by namespace. A namespace without an entry has no
 * facets.
 */
export type FacetsOf = {
  readonly [namespace in Namespace]?: (
    kit: Kit,
  ) => Pick<ChainAdapter, 'facets' | 'load' | 'coinsOn'>
}

/**
 * Creates a fake adapter with the facets of the given chains. Each package entry for site tests
 * passes the facets of one chain only, so that a site need not install the libraries of other
 * chains.
 */
export function makeFakeAdapter(options: FakeAdapterOptions, facetsOf: FacetsOf): FakeAdapter {
  const wallets = new FakeWallets(options)
  const { namespace, logins } = wallets
  return {
    namespace,
    logins,
    set: (changes) => void Object.assign(wallets.given, changes),
    setConnected: (connectorIds) => wallets.setConnected(connectorIds),
    create: (host) => {
      wallets.addHost(host)
      return {
        ...createMembers(wallets, host),
        ...createFakeFacets(host.kit, wallets.given, facetsOf[namespace]),
      }
    },
  }
}

/** The wallets of a fake adapter. All kits that use the adapter share them. */
class FakeWallets {
  readonly namespace: Namespace
  readonly given: FakeAdapterOptions
  /** The results of an approval. */
  readonly approval: (typeof fakeApprovals)[keyof typeof fakeApprovals]
  readonly logins: Login[] = []
  readonly #hosts = new Set<AdapterHost>()
  #connected: readonly string[]

  constructor(options: FakeAdapterOptions) {
    const { namespace = 'eip155', connected = [] } = options
    this.given = { ...options }
    this.namespace = namespace
    const known: { readonly [name in Namespace]?: typeof this.approval } = fakeApprovals
    this.approval = known[namespace] ?? fakeApprovals.eip155
    this.#connected = connected
  }

  addHost(host: AdapterHost): void {
    this.#hosts.add(host)
  }

  setConnected(connectorIds: readonly string[]): void {
    this.#connected = connectorIds
    for (const host of this.#hosts) this.#publish(host)
  }

  /** Reports the connectors, and the wallets that are connected already. */
  report(host: AdapterHost): void {
    const { namespace } = this
    host.setConnectors(
      this.#connectors().map(
        (connector): Connector => ({ namespace, type: 'injected', ...connector }),
      ),
    )
    if (this.#connected.length > 0) this.#publish(host)
  }

  async connect(
    host: AdapterHost,
    { connectorId, signal, onStep, networkId, login, wallet }: SourceConnectParameters,
  ): Promise<readonly Link[]> {
    const { given } = this
    const { storage, clock } = contextOf(host.kit)
    if (this.#connectorOf(connectorId)?.type === 'walletConnect')
      forgetOtherWallet(storage.raw, wallet?.name)
    if (login) this.logins.push(login)
    const isFarcaster = login && 'social' in login && login.social === 'farcaster'
    if ((connectorId === 'walletConnect' || isFarcaster) && given.pairing)
      onStep?.({ type: 'pairing', isReady: true, ...given.pairing })
    if (login && 'email' in login)
      await takeSteps(given, login.email, clock.now(), { signal, onStep })
    if (login && 'social' in login) await takeSocialSteps(given, { signal, onStep })
    await answer(given.connect, signal, given.codePause)
    if (networkId) given.networkId = networkId
    this.#connected = [connectorId, ...this.#connected.filter((id) => id !== connectorId)]
    return [this.#makeLink(host, connectorId)]
  }

  restore(host: AdapterHost, connectorId: string): readonly Link[] {
    return this.#connected.includes(connectorId) ? [this.#makeLink(host, connectorId)] : []
  }

  #connectors(): readonly (Pick<Connector, 'id' | 'name'> & Partial<Connector>)[] {
    return this.given.connectors ?? [example]
  }

  #connectorOf(connectorId: string): Partial<Connector> | undefined {
    return this.#connectors().find(({ id }) => id === connectorId)
  }

  #stateOf(host: AdapterHost, connectorId: string): LinkState {
    const plain = this.#plainState(host)
    return this.#isLogin(connectorId) ? smartStateOf(plain, this.given.smartAccounts) : plain
  }

  #isLogin(connectorId: string): boolean {
    return this.#connectorOf(connectorId)?.type === 'auth'
  }

  #plainState(host: AdapterHost): LinkState {
    const { accounts, networkId, networkIds } = this.given
    return {
      accounts: (accounts ?? [this.approval.account]).map((account) =>
        typeof account === 'string' ? { address: account } : account,
      ),
      // an adapter has at least one network, and a test passes a valid id
      networkId: (networkId ?? host.networks[0]?.networkId) as NetworkId,
      ...(networkIds && { networkIds: networkIds as readonly NetworkId[] }), // as above
    }
  }

  /** Makes the link of a connector in one kit. Every connection gets a new one. */
  #makeLink(host: AdapterHost, connectorId: string): FakeLink {
    const { notify, clear, subscribe } = createListeners<[state: LinkState | undefined]>()
    const state = () => this.#stateOf(host, connectorId)
    return {
      connectorId,
      namespace: this.namespace,
      provider: {},
      method: methodOf(
        this.#connectorOf(connectorId)?.type,
        rememberedWallet(contextOf(host.kit).storage.raw) !== undefined,
      ),
      state,
      subscribe,
      ...(this.#isLogin(connectorId) && {
        setPreferredAccountType: async (choice) => {
          this.given.smartAccounts = await choiceOf(this.given.smartAccounts, choice)
          notify(state())
        },
      }),
      disconnect: async () => {
        this.#connected = this.#connected.filter((id) => id !== connectorId)
        await answer(this.given.disconnect)
      },
      close: clear,
      notify: () => notify(state()),
    }
  }

  /**
   * Updates the kit's links to the wallets in `#connected`. The first one becomes the current one.
   */
  #publish(host: AdapterHost): void {
    const { kit } = host
    const { namespace } = this
    for (const link of linksIn(kit, namespace))
      if (!this.#connected.includes(link.connectorId)) dropLink(kit, link)
    const added = this.#connected.filter((id) => !linkOf(kit, namespace, id))
    takeLinks(
      kit,
      added.map((id) => this.#makeLink(host, id)),
    )
    const [current] = this.#connected
    if (current !== undefined) setCurrent(kit, namespace, current)
  }
}

/** Makes the adapter's members for one kit, without the facets. */
function createMembers(
  wallets: FakeWallets,
  host: AdapterHost,
): Omit<ChainAdapter, 'facets' | 'load'> {
  const { namespace, given, approval } = wallets
  const source: ConnectorSource = {
    namespaces: [namespace],
    watch() {
      wallets.report(host)
      return () => {}
    },
    prepare() {},
    connect: (parameters) => wallets.connect(host, parameters),
    restore: async ({ connectorId }) => wallets.restore(host, connectorId),
  }
  return {
    namespace,
    source,
    async switchNetwork({ networkId, signal }) {
      await answer(given.switchNetwork, signal)
      given.networkId = networkId
      for (const link of linksIn(host.kit, namespace))
        if ('notify' in link) (link as FakeLink).notify() // made by this adapter
    },
    async request({ method, params, link, signal }) {
      const result: unknown =
        link === undefined && given.node && Object.hasOwn(given.node, method)
          ? given.node[method]
          : undefined
      if (result !== undefined)
        // a test may pass a function
        return typeof result === 'function'
          ? (result as (params: unknown) => unknown)(params)
          : result
      await answer(given.sign, signal)
      return approval.signature
    },
    async signMessage({ signal }) {
      await answer(given.sign, signal)
      return approval.signature
    },
    async send({ signal }) {
      await answer(given.send, signal)
      return approval.hash
    },
  }
}

/**
 * Makes the facets of the namespace. They use the adapter's answers; balances come from its
 * options.
 */
function createFakeFacets(
  kit: Kit,
  given: FakeAdapterOptions,
  create: FacetsOf[Namespace],
): Pick<ChainAdapter, 'facets' | 'load' | 'coinsOn'> {
  if (!create) return { facets: [], load: async () => undefined }
  const { load, facets, ...others } = create(kit)
  const getBalances: Facets['assets']['getBalances'] = async ({ tokens, signal }) => {
    const balances = given.balances ?? []
    if (typeof balances === 'string') await answer(balances, signal)
    return [0, ...tokens].map((_, index) =>
      typeof balances === 'string' ? 0n : (balances[index] ?? 0n),
    )
  }
  return {
    ...others,
    facets: facets.filter((name) => name !== 'remote'),
    async load<name extends FacetName>(name: name) {
      if (name === 'remote') return undefined
      const facet = await load(name)
      return name === 'assets' ? ({ ...facet, getBalances } as Facets[name]) : facet
    },
  }
}

type FakeLink = Link & { notify(): void }

const linksIn = (kit: Kit, namespace: Namespace) =>
  [...contextOf(kit).links.all.values()]
    .map(({ link }) => link)
    .filter((link) => link.namespace === namespace)

const methodOf = (type: Connector['type'] | undefined, isOpened: boolean): Link['method'] => {
  if (type !== 'walletConnect') return type === 'auth' ? 'login' : 'browser'
  return readDevice().isPhone && isOpened ? 'mobile' : 'qrcode'
}

/** Reports the steps of a window. */
function reportWindow(
  window: FakeAdapterOptions['window'],
  onStep: SourceConnectParameters['onStep'],
): void {
  if (window) onStep?.({ type: 'windowOpened', focus: () => {} })
  if (window === 'done') onStep?.({ type: 'windowDone' })
}

/** Reports the steps of a login by e-mail: the wallet's own window, a code, a link. */
async function takeSteps(
  { window, code, link, codePause = 30_000 }: FakeAdapterOptions,
  email: string,
  now: number,
  { signal, onStep }: Pick<SourceConnectParameters, 'signal' | 'onStep'>,
): Promise<void> {
  reportWindow(window, onStep)
  if (code !== undefined) {
    await new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      const submit = async (entered: string) => (entered === code ? resolve() : answer('codeWrong'))
      const notify = (resendAt: number): void =>
        onStep?.({
          type: 'codeSent',
          email,
          resendAt,
          submit,
          resend: async () => notify(resendAt + codePause),
        })
      notify(now + codePause)
    })
  }
  if (!link) return
  const reportLink = (resendAt: number): void =>
    onStep?.({
      type: 'linkSent',
      email,
      resendAt,
      resend: async () => reportLink(resendAt + codePause),
    })
  reportLink(now + codePause)
  await answer('hang', signal)
}

/** Reports the steps of a company login: its window, a link. */
async function takeSocialSteps(
  { window, link }: FakeAdapterOptions,
  { signal, onStep }: Pick<SourceConnectParameters, 'signal' | 'onStep'>,
): Promise<void> {
  reportWindow(window, onStep)
  if (!link) return
  onStep?.({ type: 'linkSent' })
  await answer('hang', signal)
}
