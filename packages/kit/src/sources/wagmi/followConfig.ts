import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { formatNetworkId } from '@latchkey/protocol/caip'
import { setCurrent, takeLinks } from '../../session/links.ts'
import { shareConnections } from '../../session/shareConnections.ts'
import { shareCurrent } from '../../session/sharedConnections.ts'
import { chainIdOf } from '../../chains/evm/provider/quantity.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import type {
  Connector,
  ConnectorSource,
  Link,
  LinkState,
} from '../../core/contracts/connectorSource.ts'
import { createListeners } from '../../core/kit/createListeners.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { lazily } from '../../core/page/lazily.ts'
import { linkOf } from '../../core/accounts/linkOf.ts'
import { toWalletError } from '../../core/requests/walletError.ts'
import { emitterOf, subscribeTo } from './config.ts'
import type { WagmiConfig, WagmiConnection, WagmiConnector } from './config.ts'
import { describeConnector } from './describeConnector.ts'
import { linkProviderOf } from './linkProvider.ts'
import { moveConnected } from './moveConnected.ts'

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
 * of the config are made by wagmi's own actions.
 */
export function followConfig(kit: Kit, config: WagmiConfig): Followed {
  // its types differ between versions
  const actions = lazily(
    async () => (await loadCode(import('wagmi/actions'))) as unknown as Actions,
  )
  const links = new Map<string, { link: Link; notify: (state: LinkState | undefined) => void }>()
  let reconnecting: Promise<unknown> | undefined
  let isLeaving = false
  /**
   * The kit's own attempts to connect. A wallet is shown after its attempt has ended, as it may
   * still have a request to switch the network.
   */
  const connecting = new Set<{ connectorId: string }>()
  const isConnecting = (connectorId: string) =>
    [...connecting].some((attempt) => attempt.connectorId === connectorId)

  /**
   * The live connections of the config. Until wagmi has reconnected, the config lists stored ones
   * of an earlier visit, whose connectors have only a name. A connector that the site made for a
   * single `connect` counts, though the config does not list it.
   */
  const connections = () =>
    [...config.state.connections.values()].filter(
      ({ connector }) => typeof connector.getProvider === 'function',
    )
  const connectionOf = (connectorId: string) =>
    connections().find(({ connector }) => connector.id === connectorId)
  const read = (connection: WagmiConnection | undefined): LinkState | undefined => {
    if (!connection || !Number.isSafeInteger(connection.chainId) || connection.chainId <= 0)
      return undefined
    const accounts = connection.accounts.filter(isEvmAddress)
    return accounts.length > 0
      ? { accounts, networkId: formatNetworkId('eip155', connection.chainId) }
      : undefined
  }

  function linkFor(connector: WagmiConnector, first: LinkState): Link {
    const { notify, clear, subscribe } = createListeners<[state: LinkState | undefined]>()
    const link: Link = {
      connectorId: connector.id,
      namespace: 'eip155',
      provider: linkProviderOf(connector),
      method: connector.type === 'walletConnect' ? 'qrcode' : 'browser',
      state: () => read(connectionOf(connector.id)) ?? first,
      subscribe,
      async switchNetwork({ networkId }) {
        await (await actions()).switchChain(config, { connector, chainId: chainIdOf(networkId) })
      },
      makeCurrent: () =>
        void actions()
          .then(({ switchConnection, switchAccount }) =>
            config.state.current === connector.uid
              ? undefined
              : (switchConnection ?? switchAccount)?.(config, { connector }),
          )
          .catch(() => {}), // it disconnected meanwhile
      disconnect: () => leave(connector),
      close: clear,
    }
    links.set(connector.id, { link, notify })
    return link
  }

  /**
   * Disconnects a connector. wagmi then makes the first connection the current one; this function
   * keeps the kit's current one.
   */
  async function leave(connector: WagmiConnector): Promise<void> {
    const { disconnect, switchConnection, switchAccount } = await actions()
    // wagmi's current connection may be the one that ends, though the kit has never shown it
    const shown = currentIn(kit)
    const before =
      (shown === undefined ? undefined : connectionOf(shown)) ??
      config.state.connections.get(config.state.current ?? '')
    isLeaving = true
    try {
      await disconnect(config, { connector })
      const isStaying =
        before &&
        before.connector.uid !== connector.uid &&
        config.state.connections.has(before.connector.uid)
      if (isStaying && config.state.current !== before.connector.uid)
        await (switchConnection ?? switchAccount)?.(config, { connector: before.connector })
    } finally {
      isLeaving = false
      publish()
    }
  }

  /** The link of a connection of the config. The same object as long as it is connected. */
  function linkTo(connectorId: string): Link | undefined {
    const connection = connectionOf(connectorId)
    const state = read(connection)
    if (!connection || !state) return undefined
    const known = links.get(connectorId)?.link
    return known && linkOf(kit, 'eip155', connectorId) === known
      ? known
      : linkFor(connection.connector, state)
  }

  function publish(): void {
    for (const [connectorId, { link, notify }] of links) {
      const state = read(connectionOf(connectorId))
      if (linkOf(kit, 'eip155', connectorId) !== link) links.delete(connectorId)
      else if (!state) links.delete(connectorId)
      notify(state)
    }
    const fresh = connections().flatMap(({ connector }) =>
      isConnecting(connector.id) || linkOf(kit, 'eip155', connector.id)
        ? []
        : (linkTo(connector.id) ?? []),
    )
    takeLinks(kit, fresh)
    const current = connections().find(({ connector }) => connector.uid === config.state.current)
      ?.connector.id
    if (
      isLeaving ||
      current === undefined ||
      isConnecting(current) ||
      !kit.getState().sessions.eip155
    )
      return
    if (currentIn(kit) !== current) setCurrent(kit, 'eip155', current)
    if (kit.context.storage.get('recent-connector') === undefined)
      shareCurrent(kit, 'eip155', current) // the next visit waits for this connector
  }

  /** Runs a task. Its signal aborts with `signal`, and when the site disconnects the connector. */
  async function whileConnected(
    connectorId: string,
    signal: AbortSignal | undefined,
    task: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const end = new AbortController()
    const abort = () => end.abort(signal?.reason)
    const stop = subscribeTo(config, () => connectionOf(connectorId) || abort())
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    try {
      await task(end.signal)
    } finally {
      stop()
      signal?.removeEventListener('abort', abort)
    }
  }

  function find(connectorId: string): WagmiConnector {
    const connector = config.connectors.find(({ id }) => id === connectorId)
    if (!connector) throw kitError('connectorNotFound', { connectorId })
    return connector
  }

  return {
    watch(setConnectors) {
      // so that other tabs and the next visit know the site's own connections, too
      shareConnections(kit)
      let known: readonly WagmiConnector[] = []
      const report = () => {
        if (known !== config.connectors)
          setConnectors((known = config.connectors).map(describeConnector))
        publish()
      }
      report()
      // wagmi finds wallets that announce themselves later, and reports them only by a change of
      // its state
      const stop = subscribeTo(config, report)
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
    },
    async connect({ connectorId, networkId, signal, onStep }) {
      const connector = find(connectorId)
      const { connect, switchChain } = await actions()
      // a connector does not report the state of its relay: it counts as reached
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
      const attempt = { connectorId }
      connecting.add(attempt)
      // shows connections that the site makes from now on, also while the wallet still has not
      // answered
      const show = () => {
        connecting.delete(attempt)
        publish()
      }
      signal?.addEventListener('abort', show, { once: true })
      const chainId = networkId && chainIdOf(networkId)
      const isPhone = connector.type === 'walletConnect' // its proposal contains the network
      try {
        if (!connectionOf(connectorId))
          await connect(config, { connector, ...(isPhone && chainId && { chainId }) })
        signal?.removeEventListener('abort', show) // from now on, an abort disconnects the wallet
        const connection = connectionOf(connectorId)
        if (!isPhone && chainId && connection && connection.chainId !== chainId)
          await whileConnected(connectorId, signal, (left) =>
            moveConnected(kit, () => switchChain(config, { connector, chainId }), left),
          )
      } catch (error) {
        show()
        throw toWalletError(error)
      } finally {
        connecting.delete(attempt)
        emitterOf(connector).off('message', onMessage)
      }
      const link = linkTo(connectorId)
      return link ? [link] : []
    },
    /** Runs wagmi's own reconnect once for all connectors. The site runs the same one. */
    async restore({ connectorId }) {
      const { reconnect } = await actions()
      if (config.state.status === 'disconnected')
        reconnecting ??= reconnect(config).finally(() => (reconnecting = undefined))
      await reconnecting
      const link = linkTo(connectorId)
      return link ? [link] : []
    },
  }
}

function currentIn(kit: Kit): string | undefined {
  const session = kit.getState().sessions.eip155
  return session && 'current' in session ? session.current.connectorId : undefined
}
