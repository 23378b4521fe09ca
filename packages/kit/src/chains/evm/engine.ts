import { reconnect, switchChain, switchConnection } from '@wagmi/core'
import type { Config, Connector } from '@wagmi/core'
import { numberToHex, stringToHex } from 'viem'
import type { AdapterHost, ChainAdapter, Connector as ConnectorInfo } from '../../core/adapter.ts'
import { kitError } from '../../core/errors.ts'
import { reduceSession } from '../../core/session.ts'
import type { Connection } from '../../core/session.ts'
import { createAttempts } from './attempts.ts'
import { createOwnConfig } from './config.ts'
import { connectionsOf } from './connectionsOf.ts'
import { connectWallet } from './connectWallet.ts'
import { createConnectorBook } from './connectorBook.ts'
import type { AnnouncedWallet } from './discovery.ts'
import type { EvmOptions } from './evm.ts'
import { createExternals, describe } from './externals.ts'
import { goHome } from './goHome.ts'
import { forget, keepCurrent } from './leave.ts'
import { moveWallet } from './moveWallet.ts'
import { chainIdOf, createNode } from './node.ts'
import { createPhoneBook, isPhone } from './phoneBook.ts'
import { phones } from './phones.ts'
import { createReturns } from './returns.ts'
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
  const reconnectSite = createSiteReconnect(config)
  const phoneBook = createPhoneBook({ config, host, node, comeBack: (asked) => comeBack(asked) })
  const { find, list } = createConnectorBook({ config, isSite: siteConfig !== undefined, announced, externals, phones: phoneBook })
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

  const { comeBack, claim } = createReturns(find, takeBack)

  async function takeBack({ connectorId, signal }: { connectorId: string; signal?: AbortSignal }): Promise<Connection | undefined> {
    const connector = find(connectorId)
    const provider = await connector.getProvider()
    if (signal?.aborted || connected(connectorId) || !claim(connectorId, provider)) return undefined
    if (await sharesProvider(config, provider)) return undefined
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
      phoneBook.prepare().catch(() => {}) // a code is shown sooner; what did not come is asked for again
      if (siteConfig) return
      publishList()
      void externals.load().then((made) => {
        if (made.length > 0) publishList()
        if (wentHome || config.state.current) return
        wentHome = made.length > 0 // once, so that whoever leaves a Safe has left
        return goHome(host, made, comeBack)
      })
    },

    async connect(parameters) {
      returning.delete(parameters.connectorId) // somebody wants it now
      return expectConnected(await connectWallet({ config, attempts, find, phoneBook }, parameters))
    },

    async reconnect({ connectorId, signal }) {
      const isSites = siteConfig && !isPhone(find(connectorId))
      return isSites ? reconnectSite(connectorId) : comeBack({ connectorId, signal })
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

/** Those of the site's config, and the kit's own way to phones where the site has none. */
function siteConnectors({ connectors }: Config, host: AdapterHost): readonly ConnectorInfo[] {
  const own = phones(host).filter(({ id }) => connectors.every((one) => one.id !== id))
  return [...own, ...connectors.map(describe)]
}

async function sharesProvider(config: Config, provider: unknown): Promise<boolean> {
  const others = await Promise.all([...config.state.connections.values()].map((connection) => connection.connector.getProvider()))
  return !provider || others.includes(provider)
}

/** Over a site's config, wagmi's own reconnect is the one that the site runs too, once for all of its connectors. */
function createSiteReconnect(config: Config): (connectorId: string) => Promise<Connection | undefined> {
  let running: Promise<unknown> | undefined
  return async (connectorId) => {
    if (config.state.status === 'disconnected') running ??= reconnect(config).finally(() => (running = undefined))
    await running
    return connectionsOf(config).find((one) => one.connectorId === connectorId)
  }
}

function toHex(value: unknown): string {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw kitError('answerInvalid')
  return value
}
