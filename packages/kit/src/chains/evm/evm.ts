import type { Config } from '@wagmi/core'
import type { AdapterFactory, AdapterHost, ChainAdapter, Connector } from '../../core/adapter.ts'
import { lazily } from '../../core/lazily.ts'
import { discoverWallets } from './discovery.ts'
import type { AnnouncedWallet } from './discovery.ts'
import { phones } from './phones.ts'

export type EvmOptions = {
  /** The site's own wagmi config: both then share one connection. Without it the kit makes one when it is first needed. */
  wagmiConfig?: Config
}

/**
 * The adapter of EVM networks (namespace eip155). A few hundred bytes: wagmi and viem are loaded when a wallet is first
 * needed. Installed wallets are found over EIP-6963.
 * @example createKit({ adapters: [evm()], … })
 */
export function evm({ wagmiConfig }: EvmOptions = {}): AdapterFactory {
  return { namespace: 'eip155', create: (host) => createEvmAdapter(host, wagmiConfig) }
}

function createEvmAdapter(host: AdapterHost, wagmiConfig: Config | undefined): ChainAdapter {
  let wallets: readonly AnnouncedWallet[] = []
  const engine = lazily(async () => (await import('./engine.ts')).createEngine(host, wagmiConfig, () => wallets))

  function watchOwnWallets(): () => void {
    const publish = () => host.setConnectors([...phones(host), ...wallets.map(({ rdns, name, icon }): Connector => ({ id: rdns, name, icon, namespace: 'eip155', type: 'injected' }))])
    publish()
    return discoverWallets((found) => {
      wallets = found
      publish()
    })
  }

  function watchSite(): () => void {
    let isStopped = false
    let stop: () => void = () => {}
    engine().then(
      (loaded) => {
        if (!isStopped) stop = loaded.watchSite()
      },
      () => {}, // the code did not come; the next thing that needs it asks again and says so
    )
    return () => {
      isStopped = true
      stop()
    }
  }

  return {
    namespace: 'eip155',
    watch: wagmiConfig ? watchSite : watchOwnWallets,
    prepare: () => void engine().catch(() => {}),
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
