import type { AdapterHost } from '../../../core/contracts/adapter.ts'
import type { Connector, ConnectorSource } from '../../../core/contracts/connectorSource.ts'
import { inAppWalletOf } from '../../../sources/installed/inAppWalletOf.ts'
import type { Engine } from '../engine.lazy.ts'
import { isInMimir, pageWallets } from './pageWallets.ts'

type Parts = Pick<AdapterHost, 'setConnectors'> & { engine: () => Promise<Engine> }

/** Wallets with in-app browsers that only Polkadot has. */
const withBrowsers = ['nova wallet', 'subwallet', 'fearless wallet']

/**
 * Creates the source of this browser's wallets. It lists them at once, and loads the code that
 * sends requests when a wallet is needed. Wallets of `injectedWeb3` emit no event when they appear,
 * so the page is read again when it has loaded, and for some seconds before a connection.
 */
export function createInstalledSource({ setConnectors, engine }: Parts): ConnectorSource {
  let isWatched = false
  let isComplete = false
  let stopLooking = () => {}
  const publish = () => {
    const found = pageWallets()
    const inAppWallet = inAppWalletOf(found, withBrowsers)
    setConnectors(
      found.map(
        ({ id, name, icon }): Connector => ({
          id,
          name,
          icon,
          namespace: 'polkadot',
          type: 'injected',
          isByName: true,
          ...((id === inAppWallet || isInMimir(id)) && { isHome: true }),
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
    namespaces: ['polkadot'],
    watch() {
      isWatched = true
      publish()
      globalThis.window?.addEventListener('load', publish)
      return () => {
        isWatched = false
        stopLooking()
        globalThis.window?.removeEventListener('load', publish)
      }
    },
    isComplete: () => isComplete,
    prepare: () =>
      void load()
        .then((installed) => {
          stopLooking()
          if (isWatched) stopLooking = installed.watchPage(pageWallets, publish)
        })
        // an error is ignored: the next caller loads the code again, and gets the error
        .catch(() => {}),
    connect: async (parameters) => (await load()).connect(pageWallets(), parameters),
    restore: async (parameters) => (await load()).restore(pageWallets(), parameters),
  }
}
