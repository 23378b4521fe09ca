import { lazily, loadCode } from '../../core/page/loadCode.ts'
import type { ConnectorSource, SourceFactory } from '../../core/contracts/connectorSource.ts'
import { walletConnectId } from './connectionId.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The source of wallets on phones, over WalletConnect. One code requests all namespaces of the
 * site, and one session serves them.
 */
export function phones(): SourceFactory {
  return {
    create({ kit, setConnectors }): ConnectorSource {
      const load = lazily(async () =>
        (await loadCode(import('./createPhones.lazy.ts'))).createPhones(kit),
      )
      const namespaces = () =>
        contextOf(kit)
          .adapters.filter(({ facets }) => facets.includes('remote'))
          .map(({ namespace }) => namespace)
      return {
        get namespaces() {
          return namespaces()
        },
        hasManyWallets: true,
        watch() {
          setConnectors(
            namespaces().map((namespace) => ({
              id: walletConnectId,
              name: 'WalletConnect',
              namespace,
              type: 'walletConnect',
            })),
          )
          return () => {}
        },
        prepare: () =>
          void load().then(
            (phones) => phones.prepare(),
            () => {},
          ), // after a failed load, the next use loads the code again and reports a failure
        preconnect: () =>
          void load().then(
            (phones) => phones.preconnect(),
            () => {},
          ), // a failed load is repeated at the next use
        connect: async (parameters) => (await load()).connect(parameters),
        restore: async (parameters) => (await load()).restore(parameters),
      }
    },
  }
}
