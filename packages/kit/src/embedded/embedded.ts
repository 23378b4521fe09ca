import { embeddedNamespaces } from '@latchkey/protocol/namespace'
import { arrived } from '../core/arrived.ts'
import type { ConnectorSource, SourceFactory } from '../core/connectorSource.ts'
import { lazily } from '../core/lazily.ts'
import { keyName } from '../core/storedKeys.ts'
import { authId, walletName } from './names.ts'

/** The source of the embedded wallet, which visitors log in to by e-mail: one login brings an account in every namespace of the site that the wallet serves. */
export function embedded(): SourceFactory {
  return {
    create({ kit, setConnectors }): ConnectorSource {
      const load = lazily(async () => (await arrived(import('./createEmbedded.ts'))).createEmbedded(kit))
      const namespaces = () => kit.context.adapters.filter(({ namespace, facets }) => embeddedNamespaces.includes(namespace) && facets.includes('remote')).map(({ namespace }) => namespace)
      return {
        get namespaces() {
          return namespaces()
        },
        watch() {
          setConnectors(namespaces().map((namespace) => ({ id: authId, name: walletName, namespace, type: 'auth', logins: { email: true, socials: [] } })))
          return () => {}
        },
        isComplete: () => true,
        prepare: () => void load().catch(() => {}), // the code did not load; the next use requests it again and reports a failure
        preconnect: () => void load().then((wallet) => wallet.preconnect(), () => {}), // likewise
        connect: async (parameters) => (await load()).connect(parameters),
        // a visitor who never logged in does not load the frame
        restore: async (parameters) => (kit.context.storage.raw.getItem(keyName('embedded')) !== null ? (await load()).restore(parameters) : []),
      }
    },
  }
}
