import { answerMark } from '@latchkey/protocol/frame/wire'
import { isEmbeddedNamespace } from '@latchkey/protocol/namespace'
import { partsOf } from '@latchkey/protocol/isObject'
import { loadCode } from '../../core/page/loadCode.ts'
import type {
  ConnectorSource,
  SourceFactory,
  SourceHost,
} from '../../core/contracts/connectorSource.ts'
import type { Kit } from '../../core/kit/kit.ts'
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
import { contextOf } from '../../core/kit/context.ts'

/** The login methods before the service has answered: e-mail, and no company. */
const pendingSocials: Logins = { email: true, socials: [], areSocialsPending: true }

/**
 * Creates the source of the embedded wallet. Visitors log in by e-mail or with an account at a
 * company. One login has an account in every namespace of the site that the wallet supports. A
 * login that returned in the page's address is removed from the address at once, and finished when
 * the kit starts.
 */
export function embedded(page?: SitePage): SourceFactory {
  return { create: (host) => createSource(host, page) }
}

function createSource({ kit, setConnectors }: SourceHost, page?: SitePage): ConnectorSource {
  const { clock, storage } = contextOf(kit)
  const list = createLoginList(kit, setConnectors)
  const starts = createSocialStarts({
    clock,
    page: page ?? entryPage,
    left: leftPage(storage.raw, 'social-login'),
    needsWindow: (login) => !isReturning && list.needsWindow(login),
  })
  const answer = takeReturned(page ?? entryPage, leftPage(tabStorage(), 'away'), answerMark)
  /** Whether a login returned. It connects without a press. */
  let isReturning =
    answer !== undefined && partsOf(readStored(tabStorage(), 'away'))['login'] !== undefined
  const load = lazily(async () => {
    const { createEmbedded } = await loadCode(import('./createEmbedded.lazy.ts'))
    const wallet = createEmbedded(kit, undefined, page, answer)
    list.picture = wallet.picture
    list.report()
    return wallet
  })
  return {
    get namespaces() {
      return namespacesOf(kit)
    },
    watch() {
      list.report()
      if (answer === undefined && !starts.hasReturned()) return () => {}
      const finish = () =>
        load().then(
          (wallet) => (answer === undefined ? wallet.finishReturned(starts) : undefined),
          () => {},
        ) // the visitor can repeat the request, or log in again
      return clock.setTimeout(() => void finish(), 0)
    },
    isComplete: () => true,
    prepare: () =>
      void load()
        .then((wallet) => ((list.hasWindows = wallet.hasWindows), wallet.fetchLogins()))
        .catch(() => void (list.isSilent = true))
        // code that did not load is loaded again at the next use, which reports a failure
        .then(list.report),
    preconnect: () =>
      void load().then(
        (wallet) => wallet.preconnect(),
        () => {},
      ), // as above
    openWindow: starts.open,
    async connect(parameters) {
      const { login } = parameters
      isReturning = false
      const start = login && ('social' in login ? starts.take() : { window: starts.takeWindow() })
      const wallet = await load().catch((error: unknown) => {
        if (start && 'window' in start) start.window?.close()
        throw error
      })
      return wallet.connect(parameters, start)
    },
    // for a visitor without a login the frame is not loaded
    restore: async (parameters) =>
      storage.raw.getItem(keyName('embedded')) !== null ? (await load()).restore(parameters) : [],
  }
}

/** The namespaces of the site that the wallet supports. */
const namespacesOf = (kit: Kit) =>
  contextOf(kit)
    .adapters.filter(
      ({ namespace, facets }) => isEmbeddedNamespace(namespace) && facets.includes('remote'),
    )
    .map(({ namespace }) => namespace)

/** Creates the list of the login methods, which is reported as it changes. */
function createLoginList(kit: Kit, setConnectors: SourceHost['setConnectors']) {
  let logins = pendingSocials
  let reported = ''
  const list = {
    /**
     * Whether the service gave no answer. True until it answers: a placeholder in the list that
     * comes and goes with each opening would move the list.
     */
    isSilent: false,
    /** True until the code that can determine it has loaded. */
    hasWindows: true,
    /** The wallet's picture, once its code has loaded. */
    picture: undefined as string | undefined, // set later
    /**
     * Whether a login needs a window: every login if the visitors approve in the wallet's window,
     * else only one at a company.
     */
    needsWindow(login: Login): boolean {
      if ('social' in login && login.mode === 'redirect') return false
      if (logins.approvals === 'window') return list.hasWindows
      return (
        'social' in login &&
        login.social !== 'farcaster' &&
        (logins.areSocialsPending === true || logins.socials.includes(login.social))
      )
    },
    report(): void {
      const { isSilent, picture } = list
      logins = knownLogins(kit) ?? {
        ...pendingSocials,
        ...(isSilent && { areSocialsUnavailable: isSilent }),
      }
      const next = JSON.stringify([logins, picture])
      if (next !== reported)
        setConnectors(
          namespacesOf(kit).map((namespace) => ({
            id: authId,
            name: walletName,
            namespace,
            type: 'auth',
            logins,
            ...(picture && { icon: picture }),
          })),
        )
      reported = next
    },
  }
  return list
}

/**
 * The query and fragment of the page before the login: stored by `storePendingSocial` and
 * `storePendingRedirect`.
 */
const leftPage = (raw: RawStorage, key: 'social-login' | 'away') => () => {
  const begun = partsOf(readStored(raw, key))['left']
  return typeof begun === 'string' ? begun : ''
}
