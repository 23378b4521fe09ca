import type { AdapterHost } from '../../../core/contracts/adapter.ts'
import type { Connector, ConnectorSource } from '../../../core/contracts/connectorSource.ts'
import { discoverWallets } from '../../../sources/installed/discoverWallets.ts'
import type { RegisteredWallet } from '../../../sources/installed/discoverWallets.ts'
import { inAppWalletOf } from '../../../sources/installed/inAppWalletOf.ts'
import type { Engine } from '../engine.lazy.ts'
import { bitcoinWallets } from './bitcoinWallets.ts'
import { pageWallets } from './pageWallets.ts'

type Parts = Pick<AdapterHost, 'setConnectors'> & { engine: () => Promise<Engine> }

/**
 * Creates the source of this browser's wallets. It lists them at once, and loads the code that
 * sends requests when a wallet is needed. Many wallets do not register themselves, so the page is
 * read again when it has loaded, and for some seconds before a connection.
 */
export function createInstalledSource({ setConnectors, engine }: Parts): ConnectorSource {
  let registered: readonly RegisteredWallet[] = []
  let isWatched = false
  let isComplete = false
  let stopLooking = () => {}
  const wallets = () => pageWallets(registered)
  const publish = () => {
    const found = wallets()
    const inAppWallet = inAppWalletOf(found)
    setConnectors(
      found.map(
        ({ id, name, icon }): Connector => ({
          id,
          name,
          icon,
          namespace: 'bip122',
          type: 'injected',
          isByName: true,
          ...(id === inAppWallet && { isHome: true }),
        }),
      ),
    )
  }
  const load = async () => {
    const { installed } = await engine()
    isComplete = true
    if (isWatched) publish()
    return installed
  }
  return {
    namespaces: ['bip122'],
    watch() {
      isWatched = true
      publish()
      const stop = discoverWallets(bitcoinWallets, (registeredWallets) => {
        registered = registeredWallets
        publish()
      })
      globalThis.window?.addEventListener('load', publish)
      return () => {
        isWatched = false
        stopLooking()
        globalThis.window?.removeEventListener('load', publish)
        stop()
      }
    },
    isComplete: () => isComplete,
    prepare: () =>
      void load()
        .then((installed) => {
          stopLooking()
          if (isWatched) stopLooking = installed.watchPage(wallets, publish)
        })
        // an error is ignored: the next caller loads the code again, and gets the error
        .catch(() => {}),
    connect: async (parameters) => (await load()).connect(wallets(), parameters),
    restore: async (parameters) => (await load()).restore(wallets(), parameters),
  }
}
