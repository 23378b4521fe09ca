import { formatNetworkId } from '@latchkey/protocol/caip'
import * as counts from '@latchkey/protocol/counts'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import * as times from '@latchkey/protocol/times'
import type { NetworkId } from '@latchkey/protocol/caip'
import { reconnect, switchChain } from '@wagmi/core'
import type { Config, Connector } from '@wagmi/core'
import { numberToHex, stringToHex } from 'viem'
import type { AdapterHost, ChainAdapter, Connector as ConnectorInfo } from '../../core/adapter.ts'
import { readDevice } from '../../core/device.ts'
import { kitError } from '../../core/errors.ts'
import { reduceSession } from '../../core/session.ts'
import type { Connection } from '../../core/session.ts'
import { withLimit } from '../../core/withLimit.ts'
import { createAttempts } from './attempts.ts'
import { connectorOf, createOwnConfig } from './config.ts'
import { cleanText } from './discovery.ts'
import type { AnnouncedWallet } from './discovery.ts'
import { forget, leave } from './leave.ts'
import { phones } from './phones.ts'
import { walletConnectConnector, walletConnectId } from './walletConnectConnector.ts'
import { toWalletError } from './walletError.ts'

/** One question to a node with all its repetitions, in milliseconds: viem limits neither a slow body nor `Retry-After`. */
const nodeLimit = times.httpRequest * (counts.retries + 1)

type Provider = { request(request: { method: string; params?: unknown }): Promise<unknown> }

/** The adapter's members behind the lazy import, and what a site's own config needs on top. */
export type Engine = Omit<ChainAdapter, 'namespace' | 'watch' | 'prepare'> & { watchSite(): () => void }

/** Drives wagmi for the adapter, over the site's config or the kit's own. */
export function createEngine(host: AdapterHost, siteConfig: Config | undefined, wallets: () => readonly AnnouncedWallet[]): Engine {
  const config = siteConfig ?? createOwnConfig(host)
  const attempts = createAttempts(config)
  if (!siteConfig) config.subscribe((state) => state, publish)

  function publish(): void {
    const current = config.state.connections.get(config.state.current ?? '')
    const connections = connectionsOf(config).filter(({ connectorId }) => !attempts.isAbandoned(connectorId))
    const event = { type: 'connectionsChanged', connections, current: current?.connector.id } as const
    host.updateSession((session) => reduceSession(session, event))
  }

  function find(connectorId: string): Connector {
    const wallet = siteConfig ? undefined : wallets().find(({ rdns }) => rdns === connectorId)
    const connector = wallet ? connectorOf(config, wallet) : (config.connectors.find(({ id }) => id === connectorId) ?? addWalletConnect(connectorId))
    if (!connector) throw kitError('connectorNotFound', { connectorId })
    return connector
  }

  /** The connector of phones, put into the config when it is first asked for. */
  function addWalletConnect(connectorId: string): Connector | undefined {
    const { walletConnect } = host
    if (connectorId !== walletConnectId || !walletConnect) return undefined
    const askChain = (chainId: number, method: string, params: unknown) => askNode(formatNetworkId('eip155', chainId), method, params)
    const connector = config._internal.connectors.setup(walletConnectConnector({ client: walletConnect, storage: host.storage.raw, clock: host.clock, askNode: askChain }))
    config._internal.connectors.setState((connectors) => [...connectors, connector])
    return connector
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

  async function askNode(networkId: NetworkId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    const task = (limited: AbortSignal) => {
      const client = config.getClient({ chainId: chainIdOf(networkId) })
      return client.request({ method, params } as never, { signal: limited }) // any method may be asked; viem's types know a list
    }
    return withLimit(task, { ms: nodeLimit, clock: host.clock, signal, onTimeout: () => kitError('httpTimeout') })
  }

  return {
    async connect({ connectorId, networkId, signal, onPairing }) {
      const connector = find(connectorId)
      const already = connected(connectorId)
      if (already) {
        attempts.resume(connectorId)
        setCurrent(config, connectorId)
        return already
      }
      const { isIosSafari, isTelegram } = readDevice()
      const onMessage = ({ type, data }: { type: string; data?: unknown }) => type === 'display_uri' && onPairing?.(pairingOf(String(data)))
      connector.emitter.on('message', onMessage)
      try {
        const parameters = { connector, chainId: networkId && chainIdOf(networkId), signal, keepPairing: isIosSafari || isTelegram }
        await attempts.connect(signal, parameters, () => leave(config, connector))
      } catch (error) {
        throw toWalletError(error)
      } finally {
        connector.emitter.off('message', onMessage)
      }
      return expectConnected(connectorId)
    },

    async reconnect({ connectorId, signal }) {
      if (siteConfig) return reconnectSite(siteConfig, connectorId)
      const connector = find(connectorId)
      if (await sharesProvider(config, connector)) return undefined
      if (!(await connector.isAuthorized()) || signal?.aborted) return undefined
      // wagmi passes unknown parameters on to the connector, which then asks nobody; its own `reconnect` knows no time limit and only one config
      const parameters = { connector, isReconnecting: true } as { connector: Connector }
      const { current } = config.state
      await attempts.connect(signal, parameters, () => forget(config, connector))
      if (current) config.setState((state) => ({ ...state, current })) // the first that was found stays the current one
      return connected(connectorId)
    },

    async disconnect({ connectorId }) {
      const connector = find(connectorId)
      if (!connected(connectorId)) return
      await leave(config, connector).catch((cause: unknown) => {
        throw kitError('disconnectFailed', { cause })
      })
    },

    setCurrent: async (connectorId) => setCurrent(config, connectorId),

    async switchNetwork({ connectorId, networkId }) {
      const connector = find(connectorId)
      await switchChain(config, { connector, chainId: chainIdOf(networkId) }).catch((error: unknown) => {
        throw toWalletError(error)
      })
    },

    async request({ method, params, networkId, connectorId, signal }) {
      try {
        return await (connectorId ? ask(connectorId, method, params) : askNode(networkId, method, params, signal))
      } catch (error) {
        throw toWalletError(error)
      }
    },

    async getBalances({ address, networkId, tokens, signal }) {
      const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}` // balanceOf(address), ERC-20
      const native = askNode(networkId, 'eth_getBalance', [address, 'latest'], signal)
      const others = tokens.map((to) => askNode(networkId, 'eth_call', [{ to, data }, 'latest'], signal))
      try {
        return (await Promise.all([native, ...others])).map(toBigInt)
      } catch (error) {
        throw toWalletError(error)
      }
    },

    async signMessage({ connectorId, address, message }) {
      try {
        return toHex(await ask(connectorId, 'personal_sign', [stringToHex(message), address]))
      } catch (error) {
        throw toWalletError(error)
      }
    },

    async send({ connectorId, address, networkId, to, value, data }) {
      if (expectConnected(connectorId).networkId !== networkId) throw kitError('chainDisconnected')
      const transaction = { from: address, to, data, value: value === undefined ? undefined : numberToHex(value), chainId: numberToHex(chainIdOf(networkId)) }
      try {
        return toHex(await ask(connectorId, 'eth_sendTransaction', [transaction]))
      } catch (error) {
        throw toWalletError(error)
      }
    },

    watchSite() {
      const publishConnectors = () =>
        host.setConnectors(siteConnectors(config, host))
      publishConnectors()
      publish()
      const stops = [config.subscribe((state) => state, publish), config._internal.connectors.subscribe(publishConnectors)]
      return () => stops.forEach((stop) => stop())
    },
  }
}

/** What a screen shows of a pairing URI. */
function pairingOf(uri: string): { uri: string; expiresAt: number } {
  return { uri, expiresAt: Number(/[?&]expiryTimestamp=(\d+)/.exec(uri)?.[1]) * 1_000 }
}

/** Those of the site's config, and the kit's own way to phones where the site has none. */
function siteConnectors({ connectors }: Config, host: AdapterHost): readonly ConnectorInfo[] {
  const own = phones(host).filter(({ id }) => connectors.every((one) => one.id !== id))
  const typeOf = (type: string) => (type === 'injected' || type === walletConnectId ? type : 'external')
  return [...own, ...connectors.map(({ id, name, icon, type }): ConnectorInfo => ({ id, name: cleanText(name), icon, namespace: 'eip155', type: typeOf(type) }))]
}

function chainIdOf(networkId: NetworkId): number {
  return Number(networkId.slice('eip155:'.length))
}

/** Connections whose wallet names possible accounts and a possible chain; a wallet may answer anything. */
function connectionsOf(config: Config): readonly Connection[] {
  return [...config.state.connections.values()].flatMap(({ accounts, chainId, connector }) => {
    const addresses = accounts.filter(isEvmAddress)
    const isPossible = Number.isSafeInteger(chainId) && chainId > 0 && addresses.length > 0
    return isPossible ? [{ connectorId: connector.id, accounts: addresses, networkId: formatNetworkId('eip155', chainId) }] : []
  })
}

function setCurrent(config: Config, connectorId: string): void {
  const connection = [...config.state.connections.values()].find(({ connector }) => connector.id === connectorId)
  if (connection) config.setState((state) => ({ ...state, current: connection.connector.uid }))
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

function toBigInt(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw kitError('answerInvalid')
  return BigInt(value)
}

function toHex(value: unknown): string {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw kitError('answerInvalid')
  return value
}
