import { formatNetworkId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { reconnect, switchChain, switchConnection } from '@wagmi/core'
import type { Config, Connector } from '@wagmi/core'
import { numberToHex, stringToHex } from 'viem'
import type { AdapterHost, ChainAdapter, Connector as ConnectorInfo } from '../../core/adapter.ts'
import { readDevice } from '../../core/device.ts'
import { kitError } from '../../core/errors.ts'
import { reduceSession } from '../../core/session.ts'
import type { Connection } from '../../core/session.ts'
import { createAttempts } from './attempts.ts'
import { createOwnConfig } from './config.ts'
import { createConnectorBook } from './connectorBook.ts'
import type { AnnouncedWallet } from './discovery.ts'
import type { EvmOptions } from './evm.ts'
import { createExternals, describe } from './externals.ts'
import { goHome } from './goHome.ts'
import { forget, keepCurrent, leave } from './leave.ts'
import { moveWallet } from './moveWallet.ts'
import { chainIdOf, createNode } from './node.ts'
import { phones } from './phones.ts'
import type { PhoneConnector } from './walletConnectConnector.ts'
import { toWalletError } from './walletError.ts'

type Provider = { request(request: { method: string; params?: unknown }): Promise<unknown> }

/** The adapter's members behind the lazy import, what a site's own config needs on top, and what tells of the wallets of the kit's own. */
export type Engine = Omit<ChainAdapter, 'namespace' | 'watch'> & { watchSite(): () => void; publishList(): void }

/** Drives wagmi for the adapter, over the site's config or the kit's own. `announced` are the wallets known by EIP-6963. */
export function createEngine(host: AdapterHost, { wagmiConfig: siteConfig, connectors = [] }: EvmOptions, announced: () => readonly AnnouncedWallet[]): Engine {
  const config = siteConfig ?? createOwnConfig(host)
  const attempts = createAttempts(config)
  const node = createNode(config, host.clock)
  const externals = createExternals(config, connectors)
  const { find, list } = createConnectorBook({ config, isSite: siteConfig !== undefined, host, announced, externals, node })
  /** Wallets of an earlier visit that are being asked; none of them becomes the current one by coming back. */
  const returning = new Set<string>()
  let shown: string | undefined
  let wentHome = false
  if (!siteConfig) {
    keepCurrent(config)
    config.subscribe((state) => state, publish)
  }

  function publish(): void {
    const current = config.state.connections.get(config.state.current ?? '')?.connector.id
    const connections = connectionsOf(config).filter(({ connectorId }) => !attempts.isAbandoned(connectorId))
    const isKept = current !== undefined && returning.has(current) && connections.some(({ connectorId }) => connectorId === shown)
    shown = isKept ? shown : current
    const event = { type: 'connectionsChanged', connections, current: shown } as const
    host.updateSession((session) => reduceSession(session, event))
  }

  function connected(connectorId: string): Connection | undefined {
    return connectionsOf(config).find((one) => one.connectorId === connectorId)
  }

  function expectConnected(connectorId: string): Connection {
    const connection = connected(connectorId)
    if (!connection) throw kitError('providerDisconnected')
    return connection
  }

  async function providerOf(connectorId: string): Promise<Provider> {
    const provider = (await find(connectorId).getProvider()) as Provider | undefined // EIP-1193 by wagmi's contract
    if (!provider) throw kitError('providerDisconnected')
    return provider
  }

  async function ask(connectorId: string, method: string, params: unknown): Promise<unknown> {
    return (await providerOf(connectorId)).request({ method, params })
  }

  async function comeBack({ connectorId, signal }: { connectorId: string; signal?: AbortSignal }): Promise<Connection | undefined> {
    const connector = find(connectorId)
    if (connected(connectorId) || (await sharesProvider(config, connector))) return undefined
    if (!(await connector.isAuthorized()) || signal?.aborted) return undefined
    // wagmi passes unknown parameters on to the connector, which then asks nobody; its own `reconnect` knows no time limit and only one config
    const parameters = { connector, isReconnecting: true } as { connector: Connector }
    returning.add(connectorId)
    try {
      await attempts.connect(signal, parameters, () => forget(config, connector))
      const kept = [...config.state.connections.values()].find((one) => one.connector.id === shown)
      if (kept) config.setState((state) => ({ ...state, current: kept.connector.uid })) // the first that was found stays the current one
    } finally {
      returning.delete(connectorId)
    }
    return connected(connectorId)
  }

  const publishList = () => host.setConnectors([...phones(host), ...list()])

  return {
    publishList,

    prepare() {
      host.walletConnect?.().catch(() => {}) // a code is shown sooner; what did not come is asked for again
      if (siteConfig) return
      publishList()
      void externals.load().then((made) => {
        if (made.length > 0) publishList()
        if (wentHome || config.state.current) return
        wentHome = made.length > 0 // once, so that whoever leaves a Safe has left
        return goHome(host, made, comeBack)
      })
    },

    async connect({ connectorId, networkId, signal, onPairing, onReplaced }) {
      const connector = find(connectorId)
      const already = connected(connectorId)
      if (already && connector.type !== 'walletConnect') attempts.resume(connectorId)
      const { isIosSafari, isTelegram } = readDevice()
      const keepPairing = isIosSafari || isTelegram
      const stopTelling = tellPairings(connector, onPairing)
      try {
        if (already && isPhone(connector)) await connector.replace({ signal, keepPairing }, onReplaced)
        // a site's own way to phones knows one, and shows no code while it has it
        else if (already && connector.type === 'walletConnect') await attempts.leave(signal, connector).catch(() => {})
        const isReconnecting = Boolean(already && isPhone(connector)) // the first left while the other decided: its session is there
        if (connected(connectorId)) await switchConnection(config, { connector })
        else await attempts.connect(signal, { connector, chainId: networkId && chainIdOf(networkId), signal, keepPairing, isReconnecting }, () => leave(config, connector))
      } catch (error) {
        throw toWalletError(error)
      } finally {
        stopTelling()
      }
      return expectConnected(connectorId)
    },

    async reconnect({ connectorId, signal }) {
      if (siteConfig) return reconnectSite(siteConfig, connectorId)
      return comeBack({ connectorId, signal })
    },

    async disconnect({ connectorId, signal, isTold }) {
      const connector = find(connectorId)
      if (!connected(connectorId)) return
      if (isTold) return forget(config, connector)
      await attempts.leave(signal, connector).catch((cause: unknown) => {
        throw kitError('disconnectFailed', { cause })
      })
    },

    async setCurrent(connectorId) {
      expectConnected(connectorId)
      await switchConnection(config, { connector: find(connectorId) })
    },

    async switchNetwork({ connectorId, networkId, signal }) {
      const connector = find(connectorId)
      const chain = config.chains.find(({ id }) => id === chainIdOf(networkId))
      if (chain && connector.type === 'injected') return moveWallet({ connector, chain, signal })
      await switchChain(config, { connector, chainId: chainIdOf(networkId) }).catch((error: unknown) => {
        throw toWalletError(error)
      })
    },

    async request({ method, params, networkId, connectorId, signal }) {
      try {
        return await (connectorId ? ask(connectorId, method, params) : node.ask(networkId, method, params, signal))
      } catch (error) {
        throw toWalletError(error)
      }
    },

    getBalances: node.getBalances,

    async signMessage({ connectorId, address, message }) {
      try {
        return toHex(await ask(connectorId, 'personal_sign', [stringToHex(message), address]))
      } catch (error) {
        throw toWalletError(error)
      }
    },

    async send({ connectorId, address, networkId, to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas }) {
      if (expectConnected(connectorId).networkId !== networkId) throw kitError('chainDisconnected')
      const quantities = Object.entries({ value, gas, maxFeePerGas, maxPriorityFeePerGas }).flatMap(([name, one]) => (one === undefined ? [] : [[name, numberToHex(one)]]))
      const transaction = { from: address, to, data, ...Object.fromEntries(quantities), chainId: numberToHex(chainIdOf(networkId)) }
      try {
        return toHex(await ask(connectorId, 'eth_sendTransaction', [transaction]))
      } catch (error) {
        throw toWalletError(error)
      }
    },

    watchSite() {
      const publishConnectors = () => host.setConnectors(siteConnectors(config, host))
      publishConnectors()
      publish()
      const stops = [config.subscribe((state) => state, publish), config._internal.connectors.subscribe(publishConnectors)]
      return () => stops.forEach((stop) => stop())
    },
  }
}

/** Tells of the pairings that a connector shows, until the returned function is called. */
function tellPairings({ emitter }: Connector, onPairing: ((pairing: { uri: string; expiresAt: number }) => void) | undefined): () => void {
  const onMessage = ({ type, data }: { type: string; data?: unknown }) => type === 'display_uri' && onPairing?.(pairingOf(String(data)))
  emitter.on('message', onMessage)
  return () => emitter.off('message', onMessage)
}

/** What a screen shows of a pairing URI. */
function pairingOf(uri: string): { uri: string; expiresAt: number } {
  return { uri, expiresAt: Number(/[?&]expiryTimestamp=(\d+)/.exec(uri)?.[1]) * 1_000 }
}

/** Whether it is the kit's own way to phones; a site's config may have another. */
function isPhone(connector: Connector): connector is Connector & PhoneConnector {
  return 'replace' in connector && 'peer' in connector
}

/** Those of the site's config, and the kit's own way to phones where the site has none. */
function siteConnectors({ connectors }: Config, host: AdapterHost): readonly ConnectorInfo[] {
  const own = phones(host).filter(({ id }) => connectors.every((one) => one.id !== id))
  return [...own, ...connectors.map(describe)]
}

/** Connections whose wallet names possible accounts and a possible chain; a wallet may answer anything. */
function connectionsOf(config: Config): readonly Connection[] {
  return [...config.state.connections.values()].flatMap(({ accounts, chainId, connector }) => {
    const addresses = accounts.filter(isEvmAddress)
    const isPossible = Number.isSafeInteger(chainId) && chainId > 0 && addresses.length > 0
    const wallet = isPhone(connector) ? connector.peer() : undefined
    const networkIds = isPhone(connector) ? connector.bounds()?.filter(Number.isSafeInteger).map((id) => formatNetworkId('eip155', id)) : undefined
    return isPossible ? [{ connectorId: connector.id, accounts: addresses, networkId: formatNetworkId('eip155', chainId), ...(networkIds && { networkIds }), ...(wallet && { wallet }) }] : []
  })
}

async function sharesProvider(config: Config, connector: Connector): Promise<boolean> {
  const provider = await connector.getProvider()
  const others = await Promise.all([...config.state.connections.values()].map((connection) => connection.connector.getProvider()))
  return !provider || others.includes(provider)
}

/** Over a site's config, wagmi's own reconnect is the one that the site runs too, once. */
async function reconnectSite(config: Config, connectorId: string): Promise<Connection | undefined> {
  if (config.state.status === 'disconnected') await reconnect(config)
  return connectionsOf(config).find((one) => one.connectorId === connectorId)
}

function toHex(value: unknown): string {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw kitError('answerInvalid')
  return value
}
