import type { AdapterHost } from '../../../core/contracts/adapter.ts'
import type { Connector, ConnectorSource } from '../../../core/contracts/connectorSource.ts'
import { discoverWallets } from './discovery.ts'
import type { AnnouncedWallet } from './discovery.ts'
import type { Engine } from '../engine.lazy.ts'

type Parts = Pick<AdapterHost, 'setConnectors'> & { engine: () => Promise<Engine> }

/**
 * Creates the source of this browser's wallets. It lists announced wallets at once, and loads the
 * code that sends requests when a wallet is needed.
 */
export function createInstalledSource({ setConnectors, engine }: Parts): ConnectorSource {
  let announced: readonly AnnouncedWallet[] = []
  let isWatched = false
  let isComplete = false
  let stopLooking = () => {}
  const rowOf = ({ rdns, name, icon }: AnnouncedWallet): Connector => ({
    id: rdns,
    name,
    icon,
    namespace: 'eip155',
    type: 'injected',
  })
  let publish = () => setConnectors(announced.map(rowOf))
  const load = async () => {
    const { installed } = await engine()
    // from now on the list also has wallets that never announce themselves
    publish = () => setConnectors(installed.list(announced))
    isComplete = true
    if (isWatched) publish()
    return installed
  }
  return {
    namespaces: ['eip155'],
    watch() {
      isWatched = true
      publish()
      const stop = discoverWallets((announcedWallets) => {
        announced = announcedWallets
        publish()
      })
      const publishNow = () => publish()
      // some wallets emit this event when they have set `window.ethereum`
      globalThis.window?.addEventListener('ethereum#initialized', publishNow)
      return () => {
        isWatched = false
        stopLooking()
        globalThis.window?.removeEventListener('ethereum#initialized', publishNow)
        stop()
      }
    },
    isComplete: () => isComplete,
    prepare: () =>
      void load()
        .then((installed) => {
          stopLooking()
          if (isWatched)
            stopLooking = installed.watchLegacyWallets(
              () => announced,
              () => publish(),
            )
        })
        // an error is ignored: the next caller loads the code again, and gets the error
        .catch(() => {}),
    connect: async (parameters) => (await load()).connect(announced, parameters),
    restore: async (parameters) => (await load()).restore(announced, parameters),
  }
}
