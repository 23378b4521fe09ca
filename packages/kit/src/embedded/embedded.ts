import { embeddedNamespaces } from '@latchkey/protocol/namespace'
import { arrived } from '../core/arrived.ts'
import type { ConnectorSource, SourceFactory } from '../core/connectorSource.ts'
import { lazily } from '../core/lazily.ts'
import { keyName } from '../core/storedKeys.ts'
import { knownLogins } from './knownLogins.ts'
import { authId, walletName } from './names.ts'
import { begunSocial, takeReturned } from './returned.ts'
import { sitePage } from './sitePage.ts'
import type { SitePage } from './sitePage.ts'
import { createSocialStarts } from './socialStarts.ts'

/**
 * The source of the embedded wallet, which visitors log in to by e-mail or by an account with a company: one login brings an account in every namespace of the site that the
 * wallet serves. A login that comes back in the page's address is taken out of it at once, and finished when the kit starts.
 */
export function embedded(page: SitePage = sitePage): SourceFactory {
  return {
    create({ kit, setConnectors }): ConnectorSource {
      let returned = takeReturned(page)
      const starts = createSocialStarts({
        clock: kit.context.clock,
        page,
        isOffered: ({ social }) => knownLogins(kit).socials.includes(social),
        hasReturned: () => returned !== undefined,
        takeReturned() {
          const taken = returned
          returned = undefined
          return taken
        },
      })
      const load = lazily(async () => (await arrived(import('./createEmbedded.ts'))).createEmbedded(kit, undefined, page))
      const namespaces = () => kit.context.adapters.filter(({ namespace, facets }) => embeddedNamespaces.includes(namespace) && facets.includes('remote')).map(({ namespace }) => namespace)
      let reported = ''
      function report(): void {
        const logins = knownLogins(kit)
        const next = JSON.stringify(logins)
        if (next === reported) return
        reported = next
        setConnectors(namespaces().map((namespace) => ({ id: authId, name: walletName, namespace, type: 'auth', logins })))
      }
      return {
        get namespaces() {
          return namespaces()
        },
        watch() {
          report()
          const social = returned === undefined ? undefined : begunSocial(kit)
          if (social === undefined) {
            returned = undefined // nobody waits for it here
            return () => {}
          }
          return kit.context.clock.setTimeout(() => void import('./finishReturned.ts').then(({ finishReturned }) => finishReturned(kit, social), () => {}), 0) // the visitor can log in again
        },
        isComplete: () => true,
        prepare: () => void load().then((wallet) => wallet.fetchLogins()).then(report, () => {}), // what did not load is requested again by the next use, which reports a failure
        preconnect: () => void load().then((wallet) => wallet.preconnect(), () => {}), // likewise
        openWindow: starts.open,
        async connect(parameters) {
          const { login } = parameters
          const start = login && 'social' in login ? starts.take(login) : undefined
          const wallet = await load().catch((error: unknown) => {
            if (start && 'window' in start) start.window?.close()
            throw error
          })
          return wallet.connect(parameters, start)
        },
        // a visitor who never logged in does not load the frame
        restore: async (parameters) => (kit.context.storage.raw.getItem(keyName('embedded')) !== null ? (await load()).restore(parameters) : []),
      }
    },
  }
}
