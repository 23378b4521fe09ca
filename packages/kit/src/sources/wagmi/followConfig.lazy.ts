import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { formatNetworkId } from '@latchkey/protocol/caip'
import { dispatch } from '../../session/dispatch.ts'
import { linkOf, setCurrent, takeLinks } from '../../session/links.ts'
import { startListeners } from '../../session/listeners.ts'
import { chainIdOf } from '../../chains/evm/provider/quantity.ts'
import { lazily, loadCode } from '../../core/page/loadCode.ts'
import type {
  Connector,
  ConnectorSource,
  Link,
  LinkState,
  SourceConnectParameters,
} from '../../core/contracts/connectorSource.ts'
import { createListeners } from '../../core/kit/createListeners.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'
import { emitterOf, subscribeTo } from './config.ts'
import type { WagmiConfig, WagmiConnection, WagmiConnector } from './config.ts'
import { describeConnector } from './describeConnector.ts'
import { linkProviderOf } from './linkProvider.ts'
import { moveConnected } from './moveConnected.ts'
import { contextOf } from '../../core/kit/context.ts'
import { toAccounts } from '../../core/accounts/sharedAccount.ts'

/** wagmi's actions, with their names in versions 2 and 3. */
type Actions = {
  connect(
    config: WagmiConfig,
    parameters: { connector: WagmiConnector; chainId?: number },
  ): Promise<unknown>
  disconnect(config: WagmiConfig, parameters: { connector: WagmiConnector }): Promise<void>
  reconnect(config: WagmiConfig): Promise<unknown>
  switchChain(
    config: WagmiConfig,
    parameters: { connector: WagmiConnector; chainId: number },
  ): Promise<unknown>
  switchConnection?: (
    config: WagmiConfig,
    parameters: { connector: WagmiConnector },
  ) => Promise<unknown>
  switchAccount?: (
    config: WagmiConfig,
    parameters: { connector: WagmiConnector },
  ) => Promise<unknown>
}

type Followed = Pick<ConnectorSource, 'connect' | 'restore'> & {
  watch(setConnectors: (connectors: readonly Connector[]) => void): () => void
}

/**
 * Keeps the kit's links and the connections of a site's config equal, in both directions. Changes
 * the config only by wagmi's own actions.
 */
export function followConfig(kit: Kit, config: WagmiConfig): Followed {
  return new FollowedConfig(kit, config)
}

class FollowedConfig implements Followed {
  readonly #kit: Kit
  readonly #config: WagmiConfig
  // the cast is needed, because wagmi's types differ between its versions
  readonly #actions = lazily(
    async () => (await loadCode(import('wagmi/actions'))) as unknown as Actions,
  )
  readonly #links = new Map<
    string,
    { link: Link; notify: (state: LinkState | undefined) => void }
  >()
  #reconnecting: Promise<unknown> | undefined
  #isLeaving = false
  /**
   * The kit's own attempts to connect. The kit shows a wallet only after its attempt has ended,
   * because the wallet may still have a request to switch the network.
   */
  readonly #connecting = new Set<{ connectorId: string }>()

  constructor(kit: Kit, config: WagmiConfig) {
    this.#kit = kit
    this.#config = config
  }

  watch(setConnectors: (connectors: readonly Connector[]) => void): () => void {
    // the listeners store the site's own connections, too, for other tabs and the next visit
    startListeners(this.#kit)
    let known: readonly WagmiConnector[] = []
    const report = () => {
      if (known !== this.#config.connectors)
        setConnectors((known = this.#config.connectors).map(describeConnector))
      this.#publish()
    }
    report()
    // wagmi finds wallets that announce themselves later, and reports them only by a change of
    // its state
    const stop = subscribeTo(this.#config, report)
    const wallets = new AbortController()
    globalThis.window?.addEventListener(
      'eip6963:announceProvider',
      () => queueMicrotask(report),
      wallets,
    )
    return () => {
      wallets.abort()
      stop()
    }
  }

  async connect({
    connectorId,
    networkId,
    signal,
    onStep,
  }: SourceConnectParameters): Promise<readonly Link[]> {
    const connector = this.#find(connectorId)
    const actions = await this.#actions()
    const stopCodes = reportCodes(connector, onStep)
    const attempt = { connectorId }
    this.#connecting.add(attempt)
    // after an abort, connections that the site makes are shown, even while the wallet has not
    // answered this attempt
    const show = () => {
      this.#connecting.delete(attempt)
      this.#publish()
    }
    signal?.addEventListener('abort', show, { once: true })
    const chainId = networkId && chainIdOf(networkId)
    const isPhone = connector.type === 'walletConnect' // a phone's proposal contains the network
    try {
      if (!connectionIn(this.#config, connectorId))
        await actions.connect(this.#config, { connector, ...(isPhone && chainId && { chainId }) })
      signal?.removeEventListener('abort', show) // from now on, an abort disconnects the wallet
      if (!isPhone && chainId) await this.#moveTo(chainId, connector, signal)
    } catch (error) {
      show()
      throw toWalletError(error)
    } finally {
      this.#connecting.delete(attempt)
      stopCodes()
    }
    return this.#linksTo(connectorId)
  }

  /**
   * Runs wagmi's own `reconnect`, which reconnects all connectors. Only one runs at a time. The
   * site may call `reconnect`, too.
   */
  async restore({ connectorId }: { connectorId: string }): Promise<readonly Link[]> {
    const { reconnect } = await this.#actions()
    if (this.#config.state.status === 'disconnected')
      this.#reconnecting ??= reconnect(this.#config).finally(() => (this.#reconnecting = undefined))
    await this.#reconnecting
    return this.#linksTo(connectorId)
  }

  #find(connectorId: string): WagmiConnector {
    const connector = this.#config.connectors.find(({ id }) => id === connectorId)
    if (!connector) throw kitError('connectorNotFound', { connectorId })
    return connector
  }

  /** Requests a connected wallet to switch to the network, unless the wallet is on it. */
  async #moveTo(
    chainId: number,
    connector: WagmiConnector,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { switchChain } = await this.#actions()
    // no `await` may stand between this check and `whileConnected`, because the site could
    // disconnect there
    const connection = connectionIn(this.#config, connector.id)
    if (!connection || connection.chainId === chainId) return
    await whileConnected(this.#config, connector.id, signal, (left) =>
      moveConnected(this.#kit, () => switchChain(this.#config, { connector, chainId }), left),
    )
  }

  #linksTo(connectorId: string): readonly Link[] {
    const link = this.#linkTo(connectorId)
    return link ? [link] : []
  }

  /**
   * The link of a connection of the config. It is the same object as long as the wallet is
   * connected.
   */
  #linkTo(connectorId: string): Link | undefined {
    const connection = connectionIn(this.#config, connectorId)
    const state = stateOf(connection)
    if (!connection || !state) return undefined
    const known = this.#links.get(connectorId)?.link
    return known && linkOf(this.#kit, 'eip155', connectorId) === known
      ? known
      : this.#makeLink(connection.connector, state)
  }

  #makeLink(connector: WagmiConnector, first: LinkState): Link {
    const { notify, clear, subscribe } = createListeners<[state: LinkState | undefined]>()
    const link: Link = {
      connectorId: connector.id,
      namespace: 'eip155',
      provider: linkProviderOf(connector),
      method: connector.type === 'walletConnect' ? 'qrcode' : 'browser',
      state: () => stateOf(connectionIn(this.#config, connector.id)) ?? first,
      subscribe,
      switchNetwork: async ({ networkId }) => {
        const { switchChain } = await this.#actions()
        await switchChain(this.#config, { connector, chainId: chainIdOf(networkId) })
      },
      makeCurrent: () => void this.#makeCurrent(connector).catch(() => {}), // fails if disconnected
      disconnect: () => this.#leave(connector),
      close: clear,
    }
    this.#links.set(connector.id, { link, notify })
    return link
  }

  /** Makes a connection the current one of the config, unless it is already. */
  async #makeCurrent(connector: WagmiConnector): Promise<void> {
    const { switchConnection, switchAccount } = await this.#actions()
    if (this.#config.state.current !== connector.uid)
      await (switchConnection ?? switchAccount)?.(this.#config, { connector })
  }

  /**
   * Disconnects a connector. wagmi then makes the first connection the current one, so this
   * function sets the kit's current one again.
   */
  async #leave(connector: WagmiConnector): Promise<void> {
    const { disconnect } = await this.#actions()
    const { state } = this.#config
    // not wagmi's current connection, which may be the one that ends here, even if the kit never
    // showed it
    const shown = currentIn(this.#kit)
    const before =
      (shown === undefined ? undefined : connectionIn(this.#config, shown)) ??
      state.connections.get(state.current ?? '')
    this.#isLeaving = true
    try {
      await disconnect(this.#config, { connector })
      const isStaying =
        before &&
        before.connector.uid !== connector.uid &&
        this.#config.state.connections.has(before.connector.uid)
      if (isStaying) await this.#makeCurrent(before.connector)
    } finally {
      this.#isLeaving = false
      this.#publish()
    }
  }

  /** Updates the kit's links from the connections of the config. */
  #publish(): void {
    for (const [connectorId, { link, notify }] of this.#links) {
      const state = stateOf(connectionIn(this.#config, connectorId))
      if (linkOf(this.#kit, 'eip155', connectorId) !== link || !state)
        this.#links.delete(connectorId)
      notify(state)
    }
    const fresh = connectionsIn(this.#config).flatMap(({ connector }) =>
      this.#isConnecting(connector.id) || linkOf(this.#kit, 'eip155', connector.id)
        ? []
        : this.#linksTo(connector.id),
    )
    takeLinks(this.#kit, fresh)
    this.#publishCurrent()
  }

  /** Makes the current connection of the config the current one of the kit. */
  #publishCurrent(): void {
    const kit = this.#kit
    const { current: uid } = this.#config.state
    const current = connectionsIn(this.#config).find(({ connector }) => connector.uid === uid)
      ?.connector.id
    if (this.#isLeaving || current === undefined || this.#isConnecting(current)) return
    if (!kit.getState().sessions.eip155) return
    if (currentIn(kit) !== current) setCurrent(kit, 'eip155', current)
    if (contextOf(kit).storage.get('recent-connector') === undefined)
      dispatch(kit, 'eip155', { type: 'currentChosen', connectorId: current }) // the next visit waits for this connector
  }

  #isConnecting(connectorId: string): boolean {
    return [...this.#connecting].some((attempt) => attempt.connectorId === connectorId)
  }
}

/**
 * The live connections of the config. Until wagmi has reconnected, the config also lists stored
 * connections of an earlier visit, whose connectors have no functions: these are left out. A
 * connector that the site made for a single `connect` is included, although the config does not
 * list it.
 */
const connectionsIn = (config: WagmiConfig) =>
  [...config.state.connections.values()].filter(
    ({ connector }) => typeof connector.getProvider === 'function',
  )

const connectionIn = (config: WagmiConfig, connectorId: string) =>
  connectionsIn(config).find(({ connector }) => connector.id === connectorId)

/** The state of a connection. Undefined without a valid account and network. */
function stateOf(connection: WagmiConnection | undefined): LinkState | undefined {
  if (!connection || !Number.isSafeInteger(connection.chainId) || connection.chainId <= 0)
    return undefined
  const accounts = connection.accounts.filter(isEvmAddress)
  return accounts.length > 0
    ? { accounts: toAccounts(accounts), networkId: formatNetworkId('eip155', connection.chainId) }
    : undefined
}

/**
 * Reports the codes that a connector shows, until the returned function is called. A connector does
 * not report whether it has reached its relay, so each code counts as ready.
 */
function reportCodes(
  connector: WagmiConnector,
  onStep: SourceConnectParameters['onStep'],
): () => void {
  const onMessage = ({ type, data }: { type: string; data?: unknown }) => {
    if (type === 'display_uri')
      onStep?.({
        type: 'pairing',
        uri: String(data),
        expiresAt: Number(/[?&]expiryTimestamp=(\d+)/.exec(String(data))?.[1]) * 1_000,
        isReady: true,
      })
  }
  emitterOf(connector).on('message', onMessage)
  return () => emitterOf(connector).off('message', onMessage)
}

/**
 * Runs a task with a signal that aborts when `signal` does, and when the site disconnects the
 * connector.
 */
async function whileConnected(
  config: WagmiConfig,
  connectorId: string,
  signal: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const end = new AbortController()
  const abort = () => end.abort(signal?.reason)
  const stop = subscribeTo(config, () => connectionIn(config, connectorId) || abort())
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  try {
    await task(end.signal)
  } finally {
    stop()
    signal?.removeEventListener('abort', abort)
  }
}

function currentIn(kit: Kit): string | undefined {
  const session = kit.getState().sessions.eip155
  return session && 'current' in session ? session.current.connectorId : undefined
}
