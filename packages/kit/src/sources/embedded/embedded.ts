import { answerMark } from '@latchkey/protocol/frame/wire'
import { isEmbeddedNamespace } from '@latchkey/protocol/namespace'
import { partsOf } from '@latchkey/protocol/isObject'
import { loadCode } from '../../core/page/loadCode.ts'
import type { ConnectorSource, SourceFactory } from '../../core/contracts/connectorSource.ts'
import { lazily } from '../../core/page/lazily.ts'
import type { Login, Logins } from '../../core/contracts/login.ts'
import { readStored, tabStorage } from '../../core/storage/storage.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { keyName } from '../../core/storage/storedKeys.ts'
import { knownLogins } from './knownLogins.ts'
import { authId, walletName } from './names.ts'
import { entryPage } from './entryPage.ts'
import type { SitePage } from './sitePage.ts'
import { createSocialStarts } from './socialStarts.ts'
import { takeReturned } from './takeReturned.ts'

/** The login methods before the service has answered: e-mail, and no company. */
const pendingSocials: Logins = { email: true, socials: [], areSocialsPending: true }

/**
 * Creates the source of the embedded wallet. Visitors log in by e-mail or with an account at a
 * company. One login has an account in every namespace of the site that the wallet supports. A
 * login that returned in the page's address is removed from the address at once, and finished when
 * the kit starts.
 */
export function embedded(page?: SitePage): SourceFactory {
  return {
    create({ kit, setConnectors }): ConnectorSource {
      let logins = pendingSocials
      let reported = ''
      /**
       * Whether the service gave no answer. True until it answers: a placeholder in the list that
       * comes and goes with each opening would move the list.
       */
      let isSilent = false
      /** True until the code that can determine it has loaded. */
      let hasWindows = true
      const { clock } = kit.context
      /**
       * The query and fragment of the page before the login: stored by `storePendingSocial` and
       * `storePendingRedirect`.
       */
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
      /** Whether a login returned. It connects without a press. */
      let isReturning =
        answer !== undefined && partsOf(readStored(tabStorage(), 'away'))['login'] !== undefined
      /**
       * Whether a login needs a window: every login if the visitors approve in the wallet's window,
       * else only one at a company.
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
      /** The wallet's picture, once its code has loaded. */
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
            ({ namespace, facets }) => isEmbeddedNamespace(namespace) && facets.includes('remote'),
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
          // the visitor can repeat the request
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
            // code that did not load is loaded again at the next use, which reports a failure
            .then(report),
        preconnect: () =>
          void load().then(
            (wallet) => wallet.preconnect(),
            () => {},
          ), // the same
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
        // for a visitor without a login the frame is not loaded
        restore: async (parameters) =>
          kit.context.storage.raw.getItem(keyName('embedded')) !== null
            ? (await load()).restore(parameters)
            : [],
      }
    },
  }
}
