import { isNumbered } from '@latchkey/protocol/namespace'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { formatNetworkId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { silentReconnect } from '../../session/silentReconnect.ts'
import { dispatch } from '../../session/dispatch.ts'
import { chainIdOf } from '../../chains/evm/provider/quantity.ts'
import type {
  Connector,
  ConnectorSource,
  Link,
  LinkState,
} from '../../core/contracts/connectorSource.ts'
import { createListeners } from '../../core/kit/createListeners.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { lazily } from '../../core/page/loadCode.ts'
import { createIdMatcher } from '../../core/options/createIdMatcher.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { rpcUrlsOf } from '../../core/options/rpcUrls.ts'
import { isConnected } from '../../core/accounts/session.ts'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'
import { emitterOf } from './config.ts'
import type { WagmiConnector } from './config.ts'
import { describeConnector } from './describeConnector.ts'
import { connectorStorage } from './connectorStorage.ts'
import { createEmitter } from './emitter.ts'
import { linkProviderOf } from './linkProvider.ts'
import { moveConnected } from './moveConnected.ts'
import type { WagmiConnectors } from './wagmi.ts'
import { contextOf } from '../../core/kit/context.ts'
import { toAccounts } from '../../core/accounts/sharedAccount.ts'

/** A change that a connector reports by itself. */
type Change = { accounts?: readonly string[]; chainId?: number }

/** Makes a wagmi connector. `config` contains the parts of wagmi's config that connectors read. */
type Maker = (config: object) => Omit<WagmiConnector, 'emitter' | 'uid'>

/**
 * Runs wagmi's connectors without wagmi: gives them the parts of a config that they expect, and
 * makes links from their connections.
 */
export function hostConnectors(
  kit: Kit,
  connectors: WagmiConnectors,
  setConnectors: (connectors: readonly Connector[]) => void,
): Pick<ConnectorSource, 'prepare' | 'connect' | 'restore'> {
  let triedSafe = false
  const load = lazily(async () => {
    const makers = typeof connectors === 'function' ? await connectors() : connectors
    const made = makers.map((make) => setUp(kit, make as Maker))
    setConnectors(made.map(describeConnector))
    return made
  })
  const loaded = () => load().catch(reportLoadFailure)

  async function find(connectorId: string): Promise<WagmiConnector> {
    const connector = (await loaded()).find(({ id }) => id === connectorId)
    if (!connector) throw kitError('connectorNotFound', { connectorId })
    return connector
  }

  return {
    prepare() {
      void loaded().then((made) => {
        if (triedSafe || isConnected(kit.getState().sessions.eip155 ?? { status: 'disconnected' }))
          return undefined
        // only once, so that the Safe is not connected again after the visitor has disconnected it
        triedSafe = made.length > 0
        return connectSafe(kit, made)
      })
    },
    async connect({ connectorId, networkId, signal }) {
      const connector = await find(connectorId)
      const isPhone = connector.type === 'walletConnect' // a phone's proposal contains the network
      try {
        await connector.connect(
          isPhone && networkId ? { chainId: chainIdOf(networkId) } : undefined,
        )
        const chainId = networkId && chainIdOf(networkId)
        if (!isPhone && chainId && (await connector.getChainId()) !== chainId)
          await moveConnected(kit, async () => connector.switchChain?.({ chainId }), signal)
        return [await linkTo(connector)] // throws if the wallet has disconnected
      } catch (error) {
        throw toWalletError(error)
      }
    },
    async restore({ connectorId }) {
      const connector = await find(connectorId)
      if (!(await connector.getProvider()) || !(await connector.isAuthorized())) return []
      await connector.connect({ isReconnecting: true })
      return [await linkTo(connector)]
    },
  }
}

/** Makes a connector with the parameters that wagmi's `createConfig` passes. */
function setUp(kit: Kit, make: Maker): WagmiConnector {
  const context = contextOf(kit)
  const { options, networks, storage } = context
  const evm = networks.filter(({ namespace }) => isNumbered(namespace))
  const emitter = createEmitter()
  const made = make({
    emitter,
    chains: evm.map(({ network }) => network),
    transports: {},
    rpcUrls: Object.fromEntries(
      evm.map((network) => [network.reference, rpcUrlsOf(network, options)]),
    ),
    storage: connectorStorage(storage.raw),
  })
  return { ...made, emitter, uid: made.id }
}

/**
 * Reports to the site's developer that the connectors could not be loaded. Returns an empty list of
 * connectors.
 */
function reportLoadFailure(cause: unknown): readonly WagmiConnector[] {
  const error = optionInvalid(
    'connectors',
    'could not be loaded',
    'Pass connectors of wagmi, or a function that fetches them.',
  )
  globalThis.reportError?.(Object.assign(error, { cause }))
  return []
}

async function linkTo(connector: WagmiConnector): Promise<Link> {
  const [accounts, chainId] = await Promise.all([connector.getAccounts(), connector.getChainId()])
  return createConnectorLink(connector, { accounts, chainId })
}

/**
 * If the page is in a frame of a Safe, connects the Safe without a prompt, because it is the only
 * wallet that a visitor can use there. Does nothing if the site has no connector for Safes or
 * excludes it.
 */
async function connectSafe(kit: Kit, made: readonly WagmiConnector[]): Promise<void> {
  const isExcluded = createIdMatcher(contextOf(kit).options.excludeWalletIds)
  const safe = made.find((connector) => connector.type === 'safe' && !isExcluded(connector))
  if (!safe || window.parent === window) return
  dispatch(kit, 'eip155', { type: 'reconnectStarted' })
  // in a frame of any other page this fails, and visitors choose a wallet as usual
  await silentReconnect(kit, 'eip155', safe.id)
  dispatch(kit, 'eip155', { type: 'reconnectEnded' })
}

/** Makes the link of a wallet of a wagmi connector, and follows the connector's events. */
function createConnectorLink(connector: WagmiConnector, first: Required<Change>): Link {
  const { notify, clear, subscribe } = createListeners<[state: LinkState | undefined]>()
  const read = ({
    accounts,
    chainId,
  }: Change): Partial<Pick<LinkState, 'accounts' | 'networkId'>> => {
    const known = Array.isArray(accounts) ? accounts.filter(isEvmAddress) : []
    const isPossible = chainId !== undefined && Number.isSafeInteger(chainId) && chainId > 0
    return {
      ...(known.length > 0 && { accounts: toAccounts(known) }),
      ...(isPossible && { networkId: formatNetworkId('eip155', chainId) }),
    }
  }
  const begin = read(first)
  if (!begin.accounts || !begin.networkId)
    throw kitError('answerInvalid', { details: connector.id })
  let state: LinkState = { accounts: begin.accounts, networkId: begin.networkId }
  const onChange = (change: Change) => notify((state = { ...state, ...read(change) }))
  const onDisconnect = () => notify(undefined)
  emitterOf(connector).on('change', onChange)
  emitterOf(connector).on('disconnect', onDisconnect)
  return {
    connectorId: connector.id,
    namespace: 'eip155',
    provider: linkProviderOf(connector),
    method: 'browser',
    state: () => state,
    subscribe,
    async switchNetwork({ networkId }: { networkId: NetworkId }) {
      if (!connector.switchChain) throw kitError('methodNotSupported')
      const chainId = chainIdOf(networkId)
      await connector.switchChain({ chainId })
      onChange({ chainId })
    },
    disconnect: () => connector.disconnect(),
    close() {
      clear()
      emitterOf(connector).off('change', onChange)
      emitterOf(connector).off('disconnect', onDisconnect)
    },
  }
}
