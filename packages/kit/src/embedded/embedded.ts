import { answerMark } from '@latchkey/protocol/frame/wire'
import { embeddedNamespaces } from '@latchkey/protocol/namespace'
import { partsOf } from '@latchkey/protocol/isObject'
import { loadCode } from '../core/loadCode.ts'
import type { ConnectorSource, SourceFactory } from '../core/connectorSource.ts'
import { lazily } from '../core/lazily.ts'
import type { Login, Logins } from '../core/login.ts'
import { readStored, tabStorage } from '../core/storage.ts'
import type { RawStorage } from '../core/storage.ts'
import { keyName } from '../core/storedKeys.ts'
import { knownLogins } from './knownLogins.ts'
import { authId, walletName } from './names.ts'
import { entryPage } from './entryPage.ts'
import type { SitePage } from './sitePage.ts'
import { createSocialStarts } from './socialStarts.ts'
import { takeReturned } from './takeReturned.ts'

/** What is offered before the service was heard: no company is guessed. */
const pendingSocials: Logins = { email: true, socials: [], areSocialsPending: true }

/**
 * The source of the embedded wallet, which visitors log in to by e-mail or by an account with a
 * company: one login brings an account in every namespace of the site that the wallet serves. A
 * login that comes back in the page's address is taken out of it at once, and finished when the kit
 * starts.
 */
export function embedded(page?: SitePage): SourceFactory {
  return {
    create({ kit, setConnectors }): ConnectorSource {
      let logins = pendingSocials
      let reported = ''
      /**
       * The service was asked and gave no answer. It stays so until it answers: a place that is
       * held and given up at each opening would move the list each time.
       */
      let isSilent = false
      /** As far as it is known: the code that tells has not come before. */
      let hasWindows = true
      const { clock } = kit.context
      /** The address that the page was left with: what `noteBegun` and `noteAway` have stored. */
      const left = (raw: RawStorage, key: 'social-login' | 'away') => () => {
        const begun = partsOf(readStored(raw, key))['left']
        return typeof begun === 'string' ? begun : ''
      }
      const starts = createSocialStarts({
        clock,
        page: page ?? entryPage,
        left: left(kit.context.storage.raw, 'social-login'),
        needsWindow,
      })
      const answer = takeReturned(page ?? entryPage, left(tabStorage(), 'away'), answerMark)
      /** A login that came back connects without a press. */
      let isReturning =
        answer !== undefined && partsOf(readStored(tabStorage(), 'away'))['login'] !== undefined
      /**
       * In the wallet's own window every login goes on; in the page only one by a company opens
       * one.
       */
      function needsWindow(login: Login): boolean {
        if (isReturning || ('social' in login && login.mode === 'redirect')) return false
        if (logins.approvals === 'window') return hasWindows
        return (
          'social' in login &&
          login.social !== 'farcaster' &&
          (logins.areSocialsPending === true || logins.socials.includes(login.social))
        )
      }
      /** The wallet's picture, once its code is there. */
      let picture: string | undefined
      const load = lazily(async () => {
        const wallet = (await loadCode(import('./createEmbedded.ts'))).createEmbedded(
          kit,
          undefined,
          page,
          answer,
        )
        picture = wallet.picture
        report()
        return wallet
      })
      const namespaces = () =>
        kit.context.adapters
          .filter(
            ({ namespace, facets }) =>
              embeddedNamespaces.includes(namespace) && facets.includes('remote'),
          )
          .map(({ namespace }) => namespace)
      function report(): void {
        logins = knownLogins(kit) ?? {
          ...pendingSocials,
          ...(isSilent && { areSocialsUnavailable: isSilent }),
        }
        const next = JSON.stringify([logins, picture])
        if (next !== reported)
          setConnectors(
            namespaces().map((namespace) => ({
              id: authId,
              name: walletName,
              namespace,
              type: 'auth',
              logins,
              ...(picture && { icon: picture }),
            })),
          )
        reported = next
      }
      return {
        get namespaces() {
          return namespaces()
        },
        watch() {
          report()
          // the visitor can ask again
          if (answer !== undefined) return clock.setTimeout(() => void load().catch(() => {}), 0)
          if (!starts.hasReturned()) return () => {}
          return clock.setTimeout(
            () =>
              void load().then(
                (wallet) => wallet.finishReturned(starts),
                () => {},
              ),
            0,
          ) // the visitor can log in again
        },
        isComplete: () => true,
        prepare: () =>
          void load()
            .then((wallet) => ((hasWindows = wallet.hasWindows), wallet.fetchLogins()))
            .catch(() => void (isSilent = true))
            // what did not load is requested again by the next use, which reports a failure
            .then(report),
        preconnect: () =>
          void load().then(
            (wallet) => wallet.preconnect(),
            () => {},
          ), // likewise
        openWindow: starts.open,
        async connect(parameters) {
          const { login } = parameters
          isReturning = false
          const start =
            login && ('social' in login ? starts.take() : { window: starts.takeWindow() })
          const wallet = await load().catch((error: unknown) => {
            if (start && 'window' in start) start.window?.close()
            throw error
          })
          return wallet.connect(parameters, start)
        },
        // a visitor who never logged in does not load the frame
        restore: async (parameters) =>
          kit.context.storage.raw.getItem(keyName('embedded')) !== null
            ? (await load()).restore(parameters)
            : [],
      }
    },
  }
}
