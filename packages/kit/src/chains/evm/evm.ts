import type { Config } from '@wagmi/core'
import type { AdapterFactory, AdapterHost, ChainAdapter, Connector } from '../../core/adapter.ts'
import { arrived } from '../../core/arrived.ts'
import { lazily } from '../../core/lazily.ts'
import { discoverWallets } from './discovery.ts'
import type { AnnouncedWallet } from './discovery.ts'
import type { SiteConnectors } from './externals.ts'
import { phones } from './phones.ts'

export type EvmOptions =
  | {
      /** The site's own wagmi config: both then share one connection. Without it the kit makes one when it is first needed. */
      wagmiConfig?: Config
      connectors?: undefined
    }
  | {
      wagmiConfig?: undefined
      /**
       * Connectors of wagmi's beside the wallets on the page, or what fetches them when a wallet is first needed. Inside a Safe its
       * connector connects at once.
       * @example evm({ connectors: async () => { const { safe } = await import('@wagmi/connectors'); return [safe()] } })
       */
      connectors?: SiteConnectors
    }

/**
 * The adapter of EVM networks (namespace eip155). A few hundred bytes: wagmi and viem are loaded when a wallet is first
 * needed. Installed wallets are found over EIP-6963, and at `window.ethereum`.
 * @example createKit({ adapters: [evm()], … })
 */
export function evm(options: EvmOptions = {}): AdapterFactory {
  return { namespace: 'eip155', create: (host) => createEvmAdapter(host, options) }
}

function createEvmAdapter(host: AdapterHost, options: EvmOptions): ChainAdapter {
  let wallets: readonly AnnouncedWallet[] = []
  let publish = () => host.setConnectors([...phones(host), ...wallets.map(({ rdns, name, icon }): Connector => ({ id: rdns, name, icon, namespace: 'eip155', type: 'injected' }))])
  const engine = lazily(async () => {
    const made = (await arrived(import('./engine.ts'))).createEngine(host, options, () => wallets)
    publish = made.publishList
    return made
  })
  const prepare = () => void engine().then((made) => made.prepare(), () => {}) // the code did not come; what needs it asks again and says so

  function watchOwnWallets(): () => void {
    publish()
    if (options.connectors && window.parent !== window) prepare()
    return discoverWallets((found) => {
      wallets = found
      publish()
    })
  }

  function watchSite(): () => void {
    const watching = engine().then((made) => made.watchSite(), () => () => {}) // likewise
    return () => void watching.then((stop) => stop())
  }

  return {
    namespace: 'eip155',
    watch: options.wagmiConfig ? watchSite : watchOwnWallets,
    prepare,
    connect: async (parameters) => (await engine()).connect(parameters),
    reconnect: async (parameters) => (await engine()).reconnect(parameters),
    disconnect: async (parameters) => (await engine()).disconnect(parameters),
    setCurrent: async (parameters) => (await engine()).setCurrent(parameters),
    switchNetwork: async (parameters) => (await engine()).switchNetwork(parameters),
    request: async (parameters) => (await engine()).request(parameters),
    getBalances: async (parameters) => (await engine()).getBalances(parameters),
    signMessage: async (parameters) => (await engine()).signMessage(parameters),
    send: async (parameters) => (await engine()).send(parameters),
  }
}
