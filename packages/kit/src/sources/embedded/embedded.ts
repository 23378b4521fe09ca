import { answerMark } from '@latchkey/protocol/frame/wire'
import { isEmbeddedNamespace } from '@latchkey/protocol/namespace'
import { partsOf } from '@latchkey/protocol/isObject'
import { lazily, loadCode } from '../../core/page/loadCode.ts'
import type {
  ConnectorSource,
  SourceFactory,
  SourceHost,
} from '../../core/contracts/connectorSource.ts'
import type { Kit } from '../../core/kit/kit.ts'
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
 * company. One login has an account in every namespace of the site that the wallet supports. If the
 * page's address contains the result of a login, the result is removed from the address at once,
 * and the login is finished when the kit starts.
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
  /**
   * Whether the page's address contained a login in the wallet's own page. It connects without a
   * press.
   */
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
        ) // a failed load is ignored: the visitor can repeat the request, or log in again
      return clock.setTimeout(() => void finish(), 0)
    },
    isComplete: () => true,
    prepare: () =>
      void load()
        .then((wallet) => ((list.hasWindows = wallet.hasWindows), wallet.fetchLogins()))
        .catch(() => void (list.isSilent = true))
        // after a failed load, the next use loads the code again and reports a failure
        .then(list.report),
    preconnect: () =>
      void load().then(
        (wallet) => wallet.preconnect(),
        () => {},
      ), // a failed load is repeated at the next use
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
    // without a stored login, the frame is not loaded
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

/** Creates the list of login methods. `report` reports it as connectors, if it has changed. */
function createLoginList(kit: Kit, setConnectors: SourceHost['setConnectors']) {
  let logins = pendingSocials
  let reported = ''
  const list = {
    /**
     * Whether a request for the login methods has failed. It stays true until the service answers,
     * because otherwise the space for companies would appear and disappear with each opening.
     */
    isSilent: false,
    /** Whether windows can open here. True until the code that checks it has loaded. */
    hasWindows: true,
    /** The wallet's picture, once its code has loaded. */
    picture: undefined as string | undefined, // set when the code has loaded
    /**
     * Whether a login needs a window. If visitors approve in the wallet's window, every login does,
     * else only a login on a company's page (Farcaster has none). A login with the mode `redirect`
     * never does.
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
 * Reads the query and the fragment that the page had before the tab left. `storePendingSocial` and
 * `storePendingRedirect` store them.
 */
const leftPage = (raw: RawStorage, key: 'social-login' | 'away') => () => {
  const begun = partsOf(readStored(raw, key))['left']
  return typeof begun === 'string' ? begun : ''
}
