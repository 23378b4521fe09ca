import type { AdapterHost } from '../../../core/contracts/adapter.ts'
import type { Connector, ConnectorSource } from '../../../core/contracts/connectorSource.ts'
import { isObject } from '@latchkey/protocol/isObject'
import { discoverWallets } from '../../../sources/installed/discoverWallets.ts'
import type { RegisteredWallet, WalletKind } from '../../../sources/installed/discoverWallets.ts'
import { inAppWalletOf } from '../../../sources/installed/inAppWalletOf.ts'
import type { Engine } from '../engine.lazy.ts'

/**
 * Names under which the Mobile Wallet Adapter registers. It shows its own windows in the page
 * before it opens an app. Source: @solana-mobile/wallet-standard-mobile
 */
const mobileAdapters: ReadonlySet<string> = new Set([
  'Mobile Wallet Adapter',
  'Remote Mobile Wallet Adapter',
])

/** Wallets that connect and sign on Solana. */
const solanaWallets: WalletKind = {
  prefix: 'solana',
  isOfChain: ({ features, chains }) =>
    chains.some((chain) => chain.startsWith('solana:')) &&
    isObject(features['standard:connect']) &&
    ['solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signMessage'].some((name) =>
      isObject(features[name]),
    ),
}

type Parts = Pick<AdapterHost, 'setConnectors'> & { engine: () => Promise<Engine> }

/**
 * Creates the source of this browser's wallets. It lists registered wallets, and loads the code
 * that sends requests when a wallet is needed.
 */
export function createInstalledSource({ setConnectors, engine }: Parts): ConnectorSource {
  let registered: readonly RegisteredWallet[] = []
  const list = (): readonly Connector[] => {
    const inAppWallet = inAppWalletOf(registered)
    return registered.map(({ id, name, icon }) => ({
      id,
      name,
      icon,
      namespace: 'solana',
      type: 'injected',
      isByName: true,
      ...(id === inAppWallet && { isHome: true }),
      ...(mobileAdapters.has(name) && { isInPage: true }),
    }))
  }
  return {
    namespaces: ['solana'],
    watch: () =>
      discoverWallets(solanaWallets, (registeredWallets) => {
        registered = registeredWallets
        setConnectors(list())
      }),
    // an error is ignored: the next caller loads the code again, and gets the error
    prepare: () => void engine().catch(() => {}),
    connect: async (parameters) => (await engine()).installed.connect(registered, parameters),
    restore: async (parameters) => (await engine()).installed.restore(registered, parameters),
  }
}
