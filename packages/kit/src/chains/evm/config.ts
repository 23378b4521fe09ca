import { createConfig, createStorage, fallback, http, injected } from '@wagmi/core'
import type { Config, Connector } from '@wagmi/core'
import type { Chain, Transport } from 'viem'
import { rpcUrlsOf } from '../../core/rpcUrls.ts'
import { storagePrefix } from '../../core/storage.ts'
import type { RawStorage } from '../../core/storage.ts'
import type { AdapterHost } from '../../core/adapter.ts'
import type { AnnouncedWallet } from './discovery.ts'

/** The kit's own wagmi config: no discovery of its own, nothing kept but which wallets were disconnected. */
export function createOwnConfig(host: AdapterHost): Config {
  const [first, ...rest] = host.networks.map(({ network }) => network as Chain) // namespace eip155: viem chains, checked by checkOptions
  if (!first) throw new TypeError('createKit makes no adapter without a network')
  const transports: Record<number, Transport> = {}
  for (const network of host.networks) transports[Number(network.reference)] = fallback(rpcUrlsOf(network, host.options).map((url) => http(url)))
  return createConfig({
    chains: [first, ...rest],
    transports,
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ key: `${storagePrefix}evm`, storage: withoutStore(host.storage.raw) }),
  })
}

/** The kit remembers connections itself; wagmi's own copy would come back as one that is not there. */
function withoutStore(raw: RawStorage): RawStorage {
  const isStore = (key: string) => key.endsWith('.store')
  return {
    getItem: (key) => (isStore(key) ? null : raw.getItem(key)),
    setItem: (key, value) => (isStore(key) ? undefined : raw.setItem(key, value)),
    removeItem: (key) => raw.removeItem(key),
  }
}

/** The wagmi connector of an announced wallet, made once. */
export function connectorOf(config: Config, { rdns, name, icon, provider }: AnnouncedWallet): Connector {
  const known = config.connectors.find(({ id }) => id === rdns)
  if (known) return known
  const connector = config._internal.connectors.setup(
    injected({ target: { id: rdns, name, icon, provider: provider as never } }), // discovery saw its `request`; wagmi asks for nothing else
  )
  config._internal.connectors.setState((connectors) => [...connectors, connector])
  return connector
}
