import type { AdapterHost } from '../../../core/adapter.ts'
import type { Connector, ConnectorSource } from '../../../core/connectorSource.ts'
import { readDevice } from '../../../core/device.ts'
import { homeOf } from './homeOf.ts'
import { discoverWallets } from './discovery.ts'
import type { RegisteredWallet } from './discovery.ts'
import type { Installed } from './createInstalled.ts'

type Parts = Pick<AdapterHost, 'setConnectors'> & { installed: () => Promise<Installed> }

/** The source of wallets of this browser. It lists those that registered themselves, and loads the code that asks them when one is needed. */
export function createInstalledSource({ setConnectors, installed }: Parts): ConnectorSource {
  let registered: readonly RegisteredWallet[] = []
  const list = (): readonly Connector[] => {
    const home = readDevice().isPhone ? homeOf(registered) : undefined
    return registered.map(({ id, name, icon }) => ({ id, name, icon, namespace: 'solana', type: 'injected', isByName: true, ...(id === home && { isHome: true }) }))
  }
  return {
    namespaces: ['solana'],
    watch: () => discoverWallets((found) => {
      registered = found
      setConnectors(list())
    }),
    prepare: () => void installed().catch(() => {}), // if the code fails to load, the next caller loads it again and reports the failure
    connect: async (parameters) => (await installed()).connect(registered, parameters),
    restore: async (parameters) => (await installed()).restore(registered, parameters),
  }
}
